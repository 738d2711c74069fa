// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/virtual_objects.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "ports/ros/entity_view.h"
#include "ports/streams/attempt.h"
#include "scenario/discreet.h"
#include "scenario/newcomer.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

namespace msg = tandem_msgs::msg;

std::string shown(const std::string& words) { return printable(first_characters(words, 60)); }

// The model of a type, or why there is none.
Result<std::shared_ptr<const Model>> read_type(const std::string& type, const Scenario& scenario) {
  if (type.empty()) return Error{"it must say its type"};
  const Newcomer newcomer = read_newcomer({.uri = type, .catalog = &scenario.catalog});
  if (!newcomer.what)
    return Error{newcomer.problem == NewcomerProblem::bad_model
                     ? discreet_reason(newcomer.findings, type)
                     : newcomer.reason};
  if (const auto* thing = std::get_if<ModelInstance>(&*newcomer.what)) return thing->model;
  return Error{fmt::format("'{}' is a robot, which SpawnEntity brings", shown(type))};
}

// Why what is there cannot be moved by an object of that type; empty when it can.
std::string why_another(const Entity& there, const Model& model) {
  if (there.info.category == EntityCategory::robot)
    return fmt::format("'{}' is a robot", there.name);
  if (there.model->name == model.name) return {};
  return fmt::format("'{}' is of type '{}'; remove it before one of another type comes", there.name,
                     there.model->name);
}

}  // namespace

// A message of which not all objects have been answered yet.
struct VirtualObjects::Batch {
  Batch(const msg::VirtualObjects& message, VirtualObjects& owner)
      : open(message.objects.size()), answers(owner.status_), events(owner.context_.events) {
    status.header = message.header;
  }

  void settle(const std::string& id, const std::string& reason) {
    const std::lock_guard lock(mutex);
    if (reason.empty()) {
      ++status.done;
    } else {
      ++status.refused_count;
      if (status.refused.size() < most_told) status.refused.push_back({shown(id), reason});
    }
    if (--open == 0) finish();
  }
  void finish() {
    if (status.refused_count > 0) {
      const auto& first = status.refused.front();
      events.publish(
          {.name = "virtual_objects_refused",
           .text =
               fmt::format("{} of {} virtual objects were refused; {}: {}", status.refused_count,
                           status.refused_count + status.done, first.key, first.value),
           .values = {{"refused", fmt::format("{}", status.refused_count)}, {"first", first.key}}});
    }
    answers->publish(status);
  }

  std::mutex mutex;
  std::size_t open;
  msg::VirtualObjectsStatus status;
  std::shared_ptr<StatusPublisher> answers;
  EventTopic& events;
};

// The world that a message is about, and the types that it names.
struct VirtualObjects::Known {
  const Scenario& scenario;
  Pose world_from_reference;
  std::unordered_map<std::string_view, const Entity*> entities;
  std::map<std::string, Result<std::shared_ptr<const Model>>> types;  // read once

  const Entity* find(const std::string& name) const {
    const auto found = entities.find(name);
    return found == entities.end() ? nullptr : found->second;
  }
  const Result<std::shared_ptr<const Model>>& type(const std::string& name) {
    auto found = types.find(name);
    if (found == types.end()) found = types.emplace(name, read_type(name, scenario)).first;
    return found->second;
  }
};

VirtualObjects::VirtualObjects(const ServiceContext& context) : context_(context) {
  constexpr Qos objects{.depth = 100};
  attempt(context.node, [&] {
    *status_ =
        context_.node.publisher<msg::VirtualObjectsStatus>("/vera/virtual_objects/status", objects);
    subscription_ = context_.node.subscribe<msg::VirtualObjects>(
        "/vera/virtual_objects", objects,
        [this](const msg::VirtualObjects& message) { take(message); });
  });
}

void VirtualObjects::take(const msg::VirtualObjects& message) {
  const auto batch = std::make_shared<Batch>(message, *this);
  if (message.objects.empty()) return batch->finish();
  const auto refuse_all = [&](const std::string& reason) {
    for (const msg::VirtualObject& object : message.objects) batch->settle(object.id, reason);
  };
  const auto frame = context_.latest.get();
  if (!frame) return refuse_all("the simulation has not begun yet");
  if (message.objects.size() > most)
    return refuse_all(fmt::format("a message has at most {} objects", most));
  const auto world_from_reference = world_from_frame(*frame, message.header.frame_id);
  if (!world_from_reference) return refuse_all(unknown_frame(message.header.frame_id));

  Known known{*frame->scenario, *world_from_reference, {}, {}};
  for (const Entity& entity : *frame->entities) known.entities.emplace(entity.name, &entity);
  for (const msg::VirtualObject& object : message.objects)
    if (const std::string reason = submit(object, known, batch); !reason.empty())
      batch->settle(object.id, reason);
}

std::string VirtualObjects::submit(const msg::VirtualObject& object, Known& known,
                                   const std::shared_ptr<Batch>& batch) {
  EditDesk& edits = context_.edits;
  const auto answer = [batch, id = object.id](const EditOutcome& outcome) {
    batch->settle(id, outcome.result == EditResult::done ? "" : outcome.reason);
  };
  if (object.id.empty()) return "it must have an id";
  if (std::string reason = why_no_name(object.id); !reason.empty()) return reason;
  const Entity* entity = known.find(object.id);
  if (entity && entity->info.category == EntityCategory::robot)
    return fmt::format("'{}' is a robot", object.id);
  if (object.action == msg::VirtualObject::REMOVE) {
    edits.submit(RemoveEntity{object.id}, answer);
    return {};
  }
  if (object.action != msg::VirtualObject::ADD && object.action != msg::VirtualObject::MODIFY)
    return fmt::format("{} is no action: 0 adds, 1 modifies, 2 removes", object.action);
  const std::optional<Pose> pose = read_pose(object.pose);
  if (!pose) return std::string(no_pose);
  const SetEntityState move{.name = object.id,
                            .world_from_entity = known.world_from_reference * *pose};

  // without a type it can only be one that is there
  if (object.type.empty() && (entity || object.action == msg::VirtualObject::MODIFY)) {
    edits.submit(move, answer);
    return {};
  }
  const Result<std::shared_ptr<const Model>>& model = known.type(object.type);
  if (!model) return model.error();
  if (entity)
    if (std::string reason = why_another(*entity, **model); !reason.empty()) return reason;

  // what came or went since the latest frame is done the other way
  const Spawn come{.what = ModelInstance{object.id, *model, *move.world_from_entity}};
  if (entity)
    edits.submit(move, [&edits, come, answer](const EditOutcome& outcome) {
      if (outcome.result != EditResult::not_found) return answer(outcome);
      edits.submit(come, answer);
    });
  else
    edits.submit(come, [this, come, move, batch, answer](const EditOutcome& outcome) {
      if (outcome.result != EditResult::name_taken) return answer(outcome);
      const auto frame = context_.latest.get();
      if (const Entity* there = frame->entities->find(move.name))
        if (const std::string reason =
                why_another(*there, *std::get<ModelInstance>(come.what).model);
            !reason.empty())
          return batch->settle(move.name, reason);
      context_.edits.submit(move, answer);
    });
  return {};
}

}  // namespace tandem
