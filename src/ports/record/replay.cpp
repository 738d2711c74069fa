// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/replay.h"

#include <fmt/format.h>

#include <utility>

#include "scenario/file_detour.h"
#include "scenario/file_names.h"
#include "scenario/newcomer.h"
#include "simulation/load_scenario.h"

namespace tandem {

namespace {

constexpr std::size_t most_names = 8;

std::string first_problem(const Findings& findings) {
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) return to_string(finding);
  return "for no reason that is known";
}

}  // namespace

Result<std::unique_ptr<Replay>> Replay::open(const McapReader& reader, ReplayOptions options) {
  auto run = RecordedRun::open(reader);
  if (!run) return Error{run.error()};
  return std::unique_ptr<Replay>(new Replay(*std::move(run), reader, std::move(options)));
}

std::optional<Error> Replay::load_world(const tandem_msgs::msg::RecordedWorld& world) {
  std::vector<std::string> names = run_.other_attachments();
  names.insert(names.end(), world.files.begin(), world.files.end());
  auto files = UnpackedFiles::unpack(
      reader_, names,
      {{world.folders.begin(), world.folders.end()}, std::filesystem::path(world.working_folder)});
  if (!files) return Error{files.error()};
  files_ = std::make_shared<UnpackedFiles>(*std::move(files));
  set_scenario_path(files_->search_path());

  ScenarioOptions options{.checks = options_.checks};
  for (std::size_t i = 0; i + 1 < world.overrides.size(); i += 2)
    options.overrides.emplace_back(world.overrides[i], world.overrides[i + 1]);
  if (!world.seed.empty()) options.seed = world.seed.front();
  if (!world.step_ns.empty()) options.step = Duration(world.step_ns.front());
  Findings findings;
  std::shared_ptr<const Scenario> scenario;
  const bool is_of_today = !options_.scenario.empty() && !simulation_;
  const FileDetour detour(
      [&](const std::filesystem::path& path) { return is_of_today ? path : files_->find(path); });
  if (is_of_today)
    scenario = load_checked_scenario(options_.scenario, options, findings);
  else if (!world.file.empty())
    scenario = load_checked_scenario(files_->path_of(world.file).string(), options, findings);
  else
    scenario = load_checked_scenario_text(world.text, "recorded text", options, findings);
  if (!scenario)
    return Error{fmt::format("its world cannot be loaded: {}", first_problem(findings))};

  SimulationOptions simulation_options{.interest = options_.interest,
                                       .renderer = options_.renderer,
                                       .has_checkpoints = options_.has_checkpoints};
  if (!simulation_) {
    simulation_options.start_time = SimTime(world.start_ns);
    simulation_options.episode = world.episode;
  }
  auto next = std::make_shared<Simulation>(std::move(scenario), simulation_options);
  if (simulation_) next->continue_after(*simulation_);
  simulation_ = std::move(next);
  return std::nullopt;
}

Result<Thing> Replay::read_thing(const ThingSource& source) const {
  const FileDetour detour([&](const std::filesystem::path& path) { return files_->find(path); });
  const std::string uri =
      source.uri.starts_with("files/") ? files_->path_of(source.uri).string() : source.uri;
  Newcomer newcomer = read_newcomer({.uri = uri,
                                     .text = source.text,
                                     .ns = source.ns,
                                     .catalog = &simulation_->scenario().catalog});
  if (!newcomer.what) return Error{newcomer.reason};
  return *std::move(newcomer.what);
}

Result<std::optional<Frame>> Replay::next() {
  auto recorded = run_.next();
  if (!recorded) return Error{recorded.error()};
  if (!*recorded) return std::optional<Frame>();
  const RecordedFrame& before = **recorded;
  if (before.world)
    if (auto error = load_world(*before.world)) return *error;
  if (!simulation_) return Error{"its first frame has no world"};

  Inputs inputs;
  if (!before.inputs.empty()) {
    auto read = read_inputs(before.inputs,
                            [this](const ThingSource& source) { return read_thing(source); });
    if (!read) return Error{fmt::format("the inputs of frame {}: {}", before.number, read.error())};
    inputs = *std::move(read);
  }
  Frame frame = before.kind == FrameKind::step ? simulation_->step(std::move(inputs))
                                               : simulation_->edit(std::move(inputs));
  ++frames_;
  compare(before, frame);
  return std::optional(std::move(frame));
}

std::shared_ptr<const Replay::Checkpoint> Replay::checkpoint(const Checkpoint* before) {
  const bool is_same = before && before->simulation_ == simulation_;
  std::shared_ptr<Checkpoint> checkpoint(new Checkpoint(run_, files_, simulation_));
  checkpoint->state_ = simulation_->checkpoint(is_same ? before->state_.get() : nullptr);
  checkpoint->frames_ = frames_;
  checkpoint->difference_ = difference_;
  return checkpoint;
}

void Replay::put_back(const Checkpoint& checkpoint) {
  run_ = checkpoint.run_;
  files_ = checkpoint.files_;
  set_scenario_path(files_->search_path());
  simulation_ = checkpoint.simulation_;
  simulation_->put_back(*checkpoint.state_);
  frames_ = checkpoint.frames_;
  difference_ = checkpoint.difference_;
}

std::size_t Replay::Checkpoint::bytes_beside(const Checkpoint* other) const {
  constexpr std::size_t chunk = 1 << 20;  // of the file, which it is about to read on
  const bool is_same = other && other->simulation_ == simulation_;
  return state_->bytes_beside(is_same ? other->state_.get() : nullptr) + chunk;
}

void Replay::compare(const RecordedFrame& recorded, const Frame& frame) {
  if (!difference_ && (recorded.state_hash != frame.state_hash || recorded.time != frame.time))
    difference_ = {.frame = recorded.number,
                   .time = recorded.time,
                   .is_time = recorded.time != frame.time,
                   .names = {}};
  if (!difference_ || !difference_->names.empty() || !recorded.digest) return;
  difference_->names = differing(*recorded.digest, digest_of(frame), most_names);
  difference_->names_time = recorded.time;
}

}  // namespace tandem
