// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/spawn_services.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "ports/ros/convert.h"
#include "ports/ros/entity_view.h"
#include "ports/ros/service_result.h"
#include "scenario/catalog.h"
#include "scenario/discreet.h"
#include "scenario/newcomer.h"

namespace tandem {

namespace {

namespace msg = simulation_interfaces::msg;
namespace srv = simulation_interfaces::srv;
using msg::SpawnResult;

std::uint8_t code_of(NewcomerProblem problem) {
  switch (problem) {
    case NewcomerProblem::bad_name:
      return SpawnResult::NAME_INVALID;
    case NewcomerProblem::bad_namespace:
      return SpawnResult::NAMESPACE_INVALID;
    case NewcomerProblem::bad_pose:
      return SpawnResult::INVALID_POSE;
    case NewcomerProblem::nothing_found:
      return ServiceResult::RESULT_NOT_FOUND;
    case NewcomerProblem::unknown_format:
      return SpawnResult::UNSUPPORTED_FORMAT;
    case NewcomerProblem::bad_model:
    case NewcomerProblem::none:
      break;
  }
  return SpawnResult::RESOURCE_PARSE_ERROR;
}

SpawnResult spawn_result(const EditOutcome& outcome) {
  if (outcome.result == EditResult::done) return {ok(), outcome.entity};
  if (outcome.result == EditResult::name_taken)
    return {failed(SpawnResult::NAME_NOT_UNIQUE, outcome.reason), ""};
  if (outcome.result == EditResult::namespace_taken)
    return {failed(SpawnResult::NAMESPACE_INVALID, outcome.reason), ""};
  return {failed(outcome), ""};
}

}  // namespace

SpawnServices::SpawnServices(const ServiceContext& context) : context_(context) {
  servers_.push_back(context.serve<srv::SpawnEntity>(
      "spawn_entity", [this](const srv::SpawnEntity::Request& request, const auto& reply) {
        spawn({.name = request.name,
               .allow_renaming = request.allow_renaming,
               .entity_resource = {request.uri, request.resource_string},
               .entity_namespace = request.entity_namespace,
               .initial_pose = request.initial_pose},
              [reply](const SpawnResult& result) {
                reply({result.result, result.entity_name});
              });
      }));
  servers_.push_back(context.serve<srv::SpawnEntities>(
      "spawn_entities", [this](const auto& request, const auto& reply) {
        spawn_all(request.spawn_requests, reply);
      }));
  servers_.push_back(context.node.serve<srv::GetSpawnables>(
      "get_spawnables", [this](const auto& request) -> srv::GetSpawnables::Response {
        std::vector<std::filesystem::path> folders;
        for (const std::string& source : request.sources) {
          std::error_code ignored;
          if (!std::filesystem::is_directory(source, ignored))
            return {.result = failed(fmt::format("'{}' is no folder on this machine", source))};
          folders.emplace_back(source);
        }
        srv::GetSpawnables::Response response{.result = ok()};
        if (const auto frame = context_.latest.get())
          for (const ObjectType& type : frame->scenario->catalog)
            response.spawnables.push_back({.uri = type.name, .description = type.description});
        for (const CatalogEntry& entry : list_spawnables(folders))
          response.spawnables.push_back({.uri = entry.name, .description = entry.description});
        return response;
      }));
}

void SpawnServices::spawn(const msg::SpawnEntity& request, const OnSpawned& on_spawned) {
  const auto refuse = [&](std::uint8_t code, std::string why) {
    on_spawned({failed(code, std::move(why)), ""});
  };
  const auto frame = context_.latest.get();
  if (!frame)
    return refuse(ServiceResult::RESULT_INCORRECT_STATE, "the simulation has not begun yet");
  const msg::Resource& resource = request.entity_resource;
  if (resource.uri.empty() && resource.resource_string.empty())
    return refuse(SpawnResult::NO_RESOURCE,
                  "uri names a model or robot, or resource_string holds one");
  const std::string& reference = request.initial_pose.header.frame_id;
  const std::optional<Pose> world_from_reference = world_from_frame(*frame, reference);
  if (!world_from_reference)
    return refuse(ServiceResult::RESULT_NOT_FOUND, unknown_frame(reference));
  const std::optional<Pose> pose = read_pose(request.initial_pose.pose);
  if (!pose) return refuse(SpawnResult::INVALID_POSE, std::string(no_pose));

  Newcomer newcomer = read_newcomer({.name = request.name,
                                     .uri = resource.uri,
                                     .text = resource.uri.empty() ? resource.resource_string : "",
                                     .world_from_model = *world_from_reference * *pose,
                                     .ns = request.entity_namespace.empty()
                                               ? std::nullopt
                                               : std::optional(request.entity_namespace),
                                     .catalog = &frame->scenario->catalog});
  if (!newcomer.what)
    return refuse(
        code_of(newcomer.problem),
        newcomer.problem == NewcomerProblem::bad_model
            ? discreet_reason(newcomer.findings, resource.uri + '\n' + resource.resource_string)
            : newcomer.reason);
  context_.edits.submit(
      Spawn{.what = *std::move(newcomer.what), .may_rename = request.allow_renaming},
      [on_spawned](const EditOutcome& outcome) { on_spawned(spawn_result(outcome)); });
}

void SpawnServices::spawn_all(const std::vector<msg::SpawnEntity>& requests,
                              const Reply<srv::SpawnEntities>& reply) {
  // answers come one by one, some of them before this returns and the others on the worker's thread
  struct Gathered {
    std::mutex mutex;
    srv::SpawnEntities::Response response;
    std::size_t open = 0;
  };
  const auto gathered = std::make_shared<Gathered>();
  gathered->response.result = ok();
  gathered->response.results.resize(requests.size());
  gathered->open = requests.size();
  if (requests.empty()) return reply(gathered->response);

  for (std::size_t i = 0; i < requests.size(); ++i)
    spawn(requests[i], [gathered, reply, i](const SpawnResult& result) {
      const std::lock_guard lock(gathered->mutex);
      srv::SpawnEntities::Response& response = gathered->response;
      response.results[i] = result;
      if (!is_ok(result.result))
        response.result = failed(srv::SpawnEntities::Response::ENTITIES_SPAWN_FAILED,
                                 "not all of them could be spawned; see their results");
      if (--gathered->open == 0) reply(response);
    });
}

}  // namespace tandem
