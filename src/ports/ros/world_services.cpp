// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/world_services.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/utf8.h"
#include "messages/std_msgs.h"
#include "ports/ros/entity_view.h"
#include "ports/ros/ros_checks.h"
#include "ports/ros/service_result.h"
#include "scenario/catalog.h"
#include "scenario/discreet.h"
#include "scenario/file_names.h"
#include "scenario/file_uri.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

namespace srv = simulation_interfaces::srv;
using simulation_interfaces::msg::WorldResource;

// A path on this machine, or a name; nothing for what would have to be fetched.
std::optional<std::string> local_name(const std::string& uri) {
  if (uri.starts_with("file://")) return path_of_file_uri(uri);
  if (uri.find("://") != std::string::npos) return std::nullopt;
  return uri;
}

constexpr std::size_t longest_name = 4096;  // as paths may be

// What was asked for, in a sentence.
std::string shown(const std::string& name) {
  constexpr std::size_t most = 200;
  const std::string_view first = first_characters(name, most);
  return printable(first) + (first.size() < name.size() ? "..." : "");
}

WorldResource describe(const Scenario& scenario) {
  return {.name = scenario.name,
          .world_resource = {.uri = scenario.file.string(), .resource_string = ""},
          .description = scenario.description,
          .tags = {}};
}

// "push.yaml:3: error: ..., and 4 more"; nothing when all is well.
std::string remark_on(const LoadOutcome& outcome, const std::string& asked) {
  if (outcome.result != LoadResult::done && outcome.result != LoadResult::failed)
    return outcome.reason;
  const Findings& findings = outcome.findings;
  const int more = (findings.has_errors() ? findings.error_count() : findings.warning_count()) - 1;
  const std::string first = discreet_reason(findings, asked);
  return more > 0 ? fmt::format("{}, and {} more", first, more) : first;
}

ServiceResult to_result(const LoadOutcome& outcome, const std::string& remark) {
  if (outcome.result == LoadResult::done) return {ServiceResult::RESULT_OK, remark};
  if (outcome.result != LoadResult::failed) return failed(remark);
  return failed(outcome.findings.has_errors() ? srv::LoadWorld::Response::RESOURCE_PARSE_ERROR
                                              : srv::LoadWorld::Response::UNSUPPORTED_ELEMENTS,
                remark);
}

// Nothing at all.
WorldRequest no_world() {
  return {.scenario = "no_world", .text = R"(<sdf version="1.9"><world name="no_world"/></sdf>)"};
}

}  // namespace

WorldServices::WorldServices(const ServiceContext& context, StateServices& state)
    : context_(context), state_(state) {
  servers_.push_back(context.serve<srv::LoadWorld>(
      "load_world",
      [this](const auto& request, const auto& reply) { load_world(request, reply); }));
  servers_.push_back(context.serve<srv::UnloadWorld>(
      "unload_world", [this](const auto&, const auto& reply) { unload_world(reply); }));
  servers_.push_back(context.node.serve<srv::GetCurrentWorld>(
      "get_current_world", [this](const auto&) -> srv::GetCurrentWorld::Response {
        const auto frame = context_.latest.get();
        if (!frame || !state_.has_world())
          return {.result = failed(srv::GetCurrentWorld::Response::NO_WORLD_LOADED,
                                   "no world is loaded")};
        return {.result = ok(), .world = describe(*frame->scenario)};
      }));
  servers_.push_back(context.node.serve<srv::GetAvailableWorlds>(
      "get_available_worlds", [](const auto& request) -> srv::GetAvailableWorlds::Response {
        std::vector<std::filesystem::path> folders;
        for (const std::string& source : request.additional_sources) {
          const std::optional<std::string> folder = local_name(source);
          std::error_code ignored;
          if (folder && std::filesystem::is_directory(*folder, ignored))
            folders.emplace_back(*folder);
          else if (!request.continue_on_error)
            return {.result = failed(fmt::format("'{}' is no folder on this machine", source))};
        }
        if (!request.filter.tags.empty())
          return {.result = failed(ServiceResult::RESULT_FEATURE_UNSUPPORTED,
                                   "worlds have no tags to be found by")};
        srv::GetAvailableWorlds::Response response{.result = ok()};
        for (const CatalogEntry& world : list_worlds(folders))
          response.worlds.push_back({.name = world.name,
                                     .world_resource = {.uri = world.file.string()},
                                     .description = world.description});
        return response;
      }));
  load_scenario_ = context.node.subscribe<std_msgs::msg::String>(
      "/vera/load_scenario", qos::reliable,
      [this](const std_msgs::msg::String& message) { load_scenario(message.data); });
}

void WorldServices::load_world(const srv::LoadWorld::Request& request,
                               const Reply<srv::LoadWorld>& reply) {
  using Response = srv::LoadWorld::Response;
  WorldRequest wanted{.text = request.resource_string,
                      .refuses_warnings = request.fail_on_unsupported_element};
  if (!request.uri.empty()) {
    const std::optional<std::string> name = local_name(request.uri);
    if (!name)
      return reply(
          {failed(Response::UNSUPPORTED_FORMAT,
                  fmt::format("'{}' is no file or scenario on this machine", request.uri))});
    wanted = {.scenario = *name, .refuses_warnings = request.fail_on_unsupported_element};
  } else if (request.resource_string.empty()) {
    return reply({failed(Response::NO_RESOURCE,
                         "uri is the name or file of a scenario, or resource_string holds one")});
  }
  const bool is_unknown =
      wanted.text.empty() && !find_named_file(NamedFile::scenario, wanted.scenario, "");
  load(std::move(wanted),
       [reply, is_unknown](const LoadOutcome& outcome, const std::string& remark) {
         ServiceResult result = to_result(outcome, remark);
         if (is_unknown && !is_ok(result)) result.result = ServiceResult::RESULT_NOT_FOUND;
         srv::LoadWorld::Response response{.result = std::move(result)};
         if (outcome.scenario) response.world = describe(*outcome.scenario);
         reply(response);
       });
}

void WorldServices::load_scenario(const std::string& name) {
  if (!name.empty()) return load({.scenario = name}, {});
  context_.worker.post([this] {
    tell("''", {.result = LoadResult::failed}, "a message has the name or file of a scenario");
  });
}

void WorldServices::unload_world(const Reply<srv::UnloadWorld>& reply) {
  if (!state_.has_world())
    return reply({failed(srv::UnloadWorld::Response::NO_WORLD_LOADED, "no world is loaded")});
  load(no_world(), [this, reply](const LoadOutcome& outcome, const std::string& remark) {
    if (outcome.result == LoadResult::done) {
      context_.run.control.pause();
      state_.unloaded_by(outcome.scenario);
    }
    reply({to_result(outcome, remark)});
  });
}

void WorldServices::load(WorldRequest request, OnLoaded on_loaded) {
  request.options.checks = ros_checks();
  const std::string name = request.scenario.empty() ? "the given text" : shown(request.scenario);
  if (request.scenario.size() > longest_name) {
    context_.worker.post([this, name, on_loaded] {
      const LoadOutcome outcome{.result = LoadResult::failed};
      const std::string remark =
          fmt::format("the name or file of a scenario has at most {} bytes", longest_name);
      tell(name, outcome, remark);
      if (on_loaded) on_loaded(outcome, remark);
    });
    return;
  }
  const std::string asked = request.scenario + '\n' + request.text;
  const auto on_outcome = [this, name, asked, on_loaded](const LoadOutcome& outcome) {
    // behind the first frame of the new world, so that its topics are there before the answer
    context_.worker.post([this, name, on_loaded, outcome, remark = remark_on(outcome, asked)] {
      tell(name, outcome, remark);
      if (on_loaded) on_loaded(outcome, remark);
    });
  };
  context_.run.loader.load(std::move(request), on_outcome);
}

void WorldServices::tell(const std::string& name, const LoadOutcome& outcome,
                         const std::string& remark) {
  if (outcome.result == LoadResult::done) {
    if (!remark.empty()) context_.node.log(LogLevel::warning, remark);
    return;
  }
  const std::string text = fmt::format("{} was not loaded: {}", name, remark);
  context_.node.log(LogLevel::error, text);
  context_.events.publish(
      {.name = "scenario_refused", .text = text, .values = {{"scenario", name}}});
}

}  // namespace tandem
