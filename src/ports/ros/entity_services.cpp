// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/entity_services.h"

#include <fmt/format.h>

#include <utility>

#include "ports/ros/convert.h"
#include "ports/ros/entity_view.h"
#include "ports/ros/service_result.h"

namespace tandem {

namespace {

namespace srv = simulation_interfaces::srv;

ServiceResult not_there(const std::string& entity) {
  return failed(ServiceResult::RESULT_NOT_FOUND,
                fmt::format("there is no '{}' in the world", entity));
}

ServiceResult no_frame_yet() {
  return failed(ServiceResult::RESULT_INCORRECT_STATE, "the simulation has not begun yet");
}

}  // namespace

template <class S, class Fill>
Server EntityServices::serve_entity(const char* service, Fill fill) {
  return context_.node.serve<S>(service, [this, fill](const auto& request) {
    typename S::Response response;
    const auto frame = context_.latest.get();
    const Entity* entity = frame ? frame->entities->find(request.entity) : nullptr;
    if (entity) fill(*frame, *entity, response);
    response.result = entity ? ok() : frame ? not_there(request.entity) : no_frame_yet();
    return response;
  });
}

template <class S, class Add>
Server EntityServices::serve_selection(const char* service, Add add) {
  return context_.node.serve<S>(service, [this, add](const auto& request) {
    typename S::Response response;
    const auto frame = context_.latest.get();
    if (!frame) {
      response.result = no_frame_yet();
      return response;
    }
    Selection selection = select_entities(*frame, request.filters);
    for (const Entity* entity : selection.entities) add(*frame, *entity, response);
    response.result = std::move(selection.result);
    return response;
  });
}

EntityServices::EntityServices(const ServiceContext& context) : context_(context) {
  servers_.push_back(serve_selection<srv::GetEntities>(
      "get_entities", [](const Frame&, const Entity& entity, auto& response) {
        response.entities.push_back(entity.name);
      }));
  servers_.push_back(serve_selection<srv::GetEntitiesStates>(
      "get_entities_states", [](const Frame& frame, const Entity& entity, auto& response) {
        response.entities.push_back(entity.name);
        response.states.push_back(entity_state(frame, entity));
      }));
  servers_.push_back(serve_entity<srv::GetEntityState>(
      "get_entity_state", [](const Frame& frame, const Entity& entity, auto& response) {
        response.state = entity_state(frame, entity);
      }));
  servers_.push_back(serve_entity<srv::GetEntityInfo>(
      "get_entity_info", [](const Frame&, const Entity& entity, auto& response) {
        response.info = to_message(entity.info);
      }));
  servers_.push_back(serve_entity<srv::GetEntityBounds>(
      "get_entity_bounds", [](const Frame& frame, const Entity& entity, auto& response) {
        response.bounds = entity_bounds(frame, entity);
      }));
  servers_.push_back(context.node.serve<srv::GetNamedPoses>(
      "get_named_poses", [this](const auto& request) -> srv::GetNamedPoses::Response {
        const auto frame = context_.latest.get();
        if (!frame) return {.result = no_frame_yet()};
        srv::GetNamedPoses::Response response{.result = ok()};
        if (fits(request.tags, {}))  // poses have no tags
          for (const NamedPose& pose : named_poses(*frame))
            response.poses.push_back({.name = pose.name, .pose = to_message(pose.world_from_this)});
        return response;
      }));
  servers_.push_back(context.node.serve<srv::GetNamedPoseBounds>(
      "get_named_pose_bounds", [](const auto&) -> srv::GetNamedPoseBounds::Response {
        return {.result = failed(ServiceResult::RESULT_FEATURE_UNSUPPORTED,
                                 "named poses have no bounds")};
      }));
  servers_.push_back(context.serve<srv::SetEntityState>(
      "set_entity_state",
      [this](const auto& request, const auto& reply) { set_state(request, reply); }));
  servers_.push_back(context.serve<srv::SetEntityInfo>(
      "set_entity_info",
      [this](const auto& request, const auto& reply) { set_info(request, reply); }));
  servers_.push_back(context.serve<srv::DeleteEntity>(
      "delete_entity", [this](const auto& request, const auto& reply) {
        context_.edits.submit(RemoveEntity{request.entity},
                              [reply](const EditOutcome& outcome) { reply({to_result(outcome)}); });
      }));
}

void EntityServices::set_state(const srv::SetEntityState::Request& request,
                               const Reply<srv::SetEntityState>& reply) {
  const auto frame = context_.latest.get();
  if (!frame) return reply({no_frame_yet()});
  const std::string& reference = request.state.header.frame_id;
  const std::optional<Pose> world_from_reference = world_from_frame(*frame, reference);
  if (!world_from_reference)
    return reply({failed(ServiceResult::RESULT_NOT_FOUND, unknown_frame(reference))});
  const std::optional<Pose> reference_from_entity = read_pose(request.state.pose);
  if (!reference_from_entity)
    return reply({failed(srv::SetEntityState::Response::INVALID_POSE, std::string(no_pose))});

  const Twist twist = from_message(request.state.twist);
  const Quat& turn = world_from_reference->rotation;
  context_.edits.submit(
      SetEntityState{.name = request.entity,
                     .world_from_entity = *world_from_reference * *reference_from_entity,
                     .velocity = Twist{turn * twist.linear, turn * twist.angular}},
      [reply](const EditOutcome& outcome) { reply({to_result(outcome)}); });
}

void EntityServices::set_info(const srv::SetEntityInfo::Request& request,
                              const Reply<srv::SetEntityInfo>& reply) {
  const std::optional<EntityInfo> info = from_message(request.info);
  if (!info)
    return reply(
        {failed(fmt::format("{} is no category of an entity", request.info.category.category))});
  context_.edits.submit(SetEntityInfo{request.entity, *info},
                        [reply](const EditOutcome& outcome) { reply({to_result(outcome)}); });
}

}  // namespace tandem
