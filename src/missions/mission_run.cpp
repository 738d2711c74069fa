// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/mission_run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/hash.h"
#include "laboratory/lockstep_world.h"
#include "laboratory/program_commands.h"
#include "messages/rcl_interfaces.h"
#include "missions/expectation.h"
#include "missions/hands.h"
#include "missions/observer.h"
#include "missions/run_log.h"
#include "ports/record/recorder.h"
#include "ports/ros/ros_checks.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;
using rcl_interfaces::msg::Log;

// Why a run could not be judged.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// All nodes publish into one transport here, so what they receive was seen before.
class PublishedTap final : public MessageTap {
 public:
  explicit PublishedTap(std::shared_ptr<MessageTap> inner) : inner_(std::move(inner)) {}
  std::unique_ptr<TopicTap> published(const std::string& topic, const TypeId& type,
                                      const Qos& qos) override {
    return inner_->published(topic, type, qos);
  }
  std::unique_ptr<TopicTap> received(const std::string&, const TypeId&, const Qos&) override {
    return nullptr;
  }

 private:
  const std::shared_ptr<MessageTap> inner_;
};

std::unique_ptr<Recorder> open_recorder(const MissionScript& mission,
                                        const MissionRunOptions& options) {
  if (options.recording.empty()) return nullptr;
  RecorderOptions recorder{.file = options.recording};
  for (const auto* texts : {&options.environment, &options.about_recording})
    for (const auto& [key, value] : *texts) recorder.about[key] = value;
  std::string settings;
  for (const auto& [key, value] : settings_with(mission, options.seed))
    settings += fmt::format("{}{}={}", settings.empty() ? "" : " ", key, value);
  recorder.about["mission"] = mission.name;
  recorder.about["scenario"] = mission.scenario;
  recorder.about["settings"] = settings;
  recorder.about["seed"] = fmt::format("{}", options.seed);
  recorder.about["mode"] = options.mode == RobotMode::twin ? "twin" : "virtual";
  auto opened = Recorder::create(recorder);
  if (!opened) throw RunError(opened.error());
  return *std::move(opened);
}

std::string errors_in(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error)
      text += (text.empty() ? "" : "\n") + to_string(finding);
  return text;
}

// One run, from its first frame to its last.
class MissionRun {
 public:
  MissionRun(const MissionScript& mission, const MissionRunOptions& options, RunResult& result)
      : mission_(mission),
        options_(options),
        result_(result),
        recorder_(open_recorder(mission, options)),
        world_(scenario_of(mission),
               {.scenario = {.overrides = settings_with(mission, options.seed),
                             .seed = options.seed,
                             .checks = ros_checks()},
                .is_twin = options.mode == RobotMode::twin,
                .recorder = recorder_.get(),
                .tap = recorder_ ? std::make_shared<PublishedTap>(recorder_->tap()) : nullptr}),
        node_("mission", world_.node_options()),
        observer_(mission, node_, world_.interest()),
        log_(mission, result),
        hands_(world_, node_, observer_,
               [this](TimelineEntry::Kind kind, const std::string& text, const std::string& robot,
                      bool is_bad) { log_.tell(time_s(), kind, text, robot, is_bad); }) {
    Findings findings;
    check_mission(mission, world_.scenario(), findings);
    if (findings.has_errors()) throw RunError(errors_in(findings));
    for (const ExpectationPlan& plan : mission.expectations) expectations_.emplace_back(plan);
    for (const EventPlan& event : mission.events) waiting_.push_back({&event, std::nullopt});
    logs_ = node_.subscribe<Log>("/rosout", qos::rosout, [this](const Log& log) { hear(log); });
    hands_.on_switch([this] { start_programs(world_.scenario().programs); });
    hands_.announce(mission.events);
    node_.start();
    start_programs(mission.programs
                       ? read_programs(*mission.programs, world_.scenario().robots, findings)
                       : world_.scenario().programs);
  }

  void run();

 private:
  struct Waiting {
    const EventPlan* event;
    std::optional<Duration> due;  // once it is known
  };

  double time_s() const { return seconds(observer_.now().time); }
  void look();
  void remember();
  void do_what_is_due();
  bool is_over() const;
  void hear(const Log& log);
  void start_programs(const std::vector<ProgramConfig>& programs);
  std::shared_ptr<void> start(const ProgramCommand& command);
  void follow_faults();
  void finish();
  void judge_missed_events();

  const MissionScript& mission_;
  const MissionRunOptions& options_;
  RunResult& result_;
  std::unique_ptr<Recorder> recorder_;
  LockstepWorld world_;
  Node node_;
  Observer observer_;
  RunLog log_;
  Hands hands_;
  Subscription logs_;
  std::vector<Expectation> expectations_;
  std::vector<Waiting> waiting_;
  struct Program {
    ProgramCommand command;
    std::shared_ptr<void> running;  // null: a fault has ended it
  };
  std::vector<Program> programs_;
  std::optional<std::string> thrown_;  // by a program
  Hash course_;
};

void MissionRun::start_programs(const std::vector<ProgramConfig>& programs) {
  programs_.clear();
  for (const ProgramCommand& command : program_commands(world_.scenario(), programs))
    programs_.push_back({command, start(command)});
}

std::shared_ptr<void> MissionRun::start(const ProgramCommand& command) {
  const auto maker = options_.programs.find(command.program);
  if (maker == options_.programs.end())
    throw RunError(fmt::format("{}: there is no such program here", command.title));
  try {
    auto program =
        maker->second({.context = world_.context(),
                       .arguments = {command.arguments.begin() + 1, command.arguments.end()},
                       .starts_at_once = false,
                       .refuses_unknown_parameters = true});
    log_.tell(time_s(), TimelineEntry::Kind::program, "started " + command.title);
    return program;
  } catch (const std::exception& error) {
    throw RunError(fmt::format("{} cannot be started: {}", command.title, error.what()));
  }
}

// Programs that a fault kills, and that begin anew when it is over.
void MissionRun::follow_faults() {
  for (Program& program : programs_) {
    const bool is_killed =
        std::ranges::any_of(*world_.frame().faults, [&](const FaultState& state) {
          return state.is_active && state.fault.process == program.command.title;
        });
    if (is_killed && program.running) {
      program.running.reset();
      log_.tell(time_s(), TimelineEntry::Kind::program, "killed " + program.command.title, {},
                true);
    } else if (!is_killed && !program.running) {
      program.running = start(program.command);
    }
  }
}

// What programs say. One that throws is taken for dead: as a process of its own it would go on with
// half of its work undone.
void MissionRun::hear(const Log& log) {
  constexpr std::size_t most_words = 20;
  if (log.level < Log::WARN) return;
  const std::string line = fmt::format("{}: {}", log.name, log.msg);
  log_.tell(time_s(), TimelineEntry::Kind::program, line, {}, true);
  result_.last_words.push_back(line);
  if (result_.last_words.size() > most_words) result_.last_words.erase(result_.last_words.begin());
  if (!thrown_ && log.level >= Log::ERROR && log.msg.starts_with("a callback threw"))
    thrown_ = line;
}

void MissionRun::look() {
  observer_.look(world_.shared_frame());
  course_.add(world_.frame().state_hash);
  const Evidence& now = observer_.now();
  log_.look(now);
  const Expectation::Judge judge_now = [&](const Condition& condition) {
    return judge(condition, now);
  };
  for (Expectation& expectation : expectations_) {
    if (expectation.is_decided()) continue;
    expectation.look(now.time, judge_now);
    if (!expectation.is_decided()) continue;
    const AssertionResult& found = expectation.result();
    log_.tell(time_s(), TimelineEntry::Kind::verdict,
              fmt::format("{}: {}; {}", name_of(found.state), found.name, found.explanation), {},
              expectation.is_failed());
  }
}

void MissionRun::remember() {
  if (options_.film) options_.film->add(world_.frame(), log_.take_caption());
}

bool MissionRun::is_over() const {
  const auto is_failed = [](const Expectation& it) { return it.is_failed(); };
  if (std::ranges::any_of(expectations_, is_failed)) return true;
  if (observer_.now().time >= mission_.duration) return true;
  const auto has_an_end = [](const Expectation& it) { return it.has_an_end(); };
  const auto wants_more = [](const Expectation& it) { return it.wants_more(); };
  const auto is_to_come = [](const Waiting& it) { return it.due || !it.event->is_optional; };
  return std::ranges::any_of(expectations_, has_an_end) &&
         std::ranges::none_of(expectations_, wants_more) &&
         std::ranges::none_of(waiting_, is_to_come);
}

void MissionRun::do_what_is_due() {
  const Evidence& now = observer_.now();
  std::vector<const EventPlan*> due;
  std::erase_if(waiting_, [&](Waiting& waiting) {
    const EventPlan& event = *waiting.event;
    if (!waiting.due) {
      if (event.at)
        waiting.due = *event.at + event.delay;
      else if (judge(*event.when, now).truth == Truth::yes)
        waiting.due = now.time + event.delay;
    }
    if (!waiting.due || now.time < *waiting.due) return false;
    due.push_back(&event);
    return true;
  });
  for (const EventPlan* event : due) {
    try {
      hands_.perform(*event);
    } catch (const std::exception& error) {
      throw RunError(fmt::format("{}:{}: '{}' cannot be done: {}", event->place.file,
                                 event->place.line, event->text, error.what()));
    }
  }
  hands_.keep_on();
}

void MissionRun::run() {
  const auto begin = Clock::now();
  const double cpu_begin = cpu_seconds();
  Duration next_progress{};
  std::optional<std::string> error;
  try {
    look();
    remember();
    while (!is_over()) {
      do_what_is_due();
      world_.step();
      // which drops what comes too fast, so that it never slows a robot; here nobody is in a hurry
      if (recorder_) recorder_->wait_for_room();
      look();
      follow_faults();
      remember();
      if (thrown_) throw RunError(*thrown_);
      if (options_.stop.stop_requested())
        throw RunError(
            fmt::format("interrupted: the campaign was stopped when this run had taken {:.1f} s of "
                        "simulated time",
                        time_s()));
      if (const auto refused = hands_.refusal(world_.frame())) throw RunError(*refused);
      if (options_.on_progress && observer_.now().time >= next_progress) {
        options_.on_progress(observer_.now().time);
        next_progress = observer_.now().time + 1s;
      }
    }
    error = hands_.unheard();
  } catch (const std::exception& problem) {
    error = problem.what();
  }
  const double wall_s = std::chrono::duration<double>(Clock::now() - begin).count();
  const double cpu_s = cpu_seconds() - cpu_begin;
  finish();
  if (error) {
    result_.verdict = Verdict::error;
    result_.reason = *error;
  }
  result_.costs.push_back({"wall_time", wall_s, "s"});
  result_.costs.push_back({"cpu_time", cpu_s, "s"});
  result_.costs.push_back({"real_time_factor", result_.simulated_s / std::max(wall_s, 1e-9), ""});
  if (!recorder_) return;
  programs_.clear();  // what they do at their end is part of it
  const RecorderReport report = recorder_->close();
  result_.recording = options_.recording.filename().string();
  result_.costs.push_back({"recording", static_cast<double>(report.bytes) / 1e6, "MB"});
  if (report.error.empty() && report.dropped_frames + report.dropped_messages == 0) return;
  result_.verdict = Verdict::error;
  result_.reason = report.error.empty() ? "the disk was too slow for the recording" : report.error;
}

void MissionRun::finish() {
  const Evidence& now = observer_.now();
  result_.simulated_s = seconds(now.time);
  result_.state_hash = fmt::format("{:016x}", world_.frame().state_hash);
  result_.course_hash = fmt::format("{:016x}", course_.value());
  const Expectation* failed = nullptr;
  const Expectation* undecided = nullptr;
  for (Expectation& expectation : expectations_) {
    // one that has failed ends the mission before its time: nothing can be said of the others
    const bool is_cut_short =
        std::ranges::any_of(expectations_, [](const Expectation& it) { return it.is_failed(); });
    if (!is_cut_short) expectation.finish(now.time);
    if (expectation.is_failed() && !failed) failed = &expectation;
    if (!expectation.is_decided() && !undecided) undecided = &expectation;
  }
  for (const Expectation& expectation : expectations_)
    result_.assertions.push_back(expectation.result());
  const auto say = [&](Verdict verdict, const AssertionResult& why) {
    result_.verdict = verdict;
    result_.reason =
        fmt::format("{}:{}: {}; {}", mission_.file.string(), why.line, why.text, why.explanation);
    if (why.decided_s) result_.reason += fmt::format(" (at {:.3f} s)", *why.decided_s);
  };
  result_.verdict = Verdict::passed;
  if (failed)
    say(Verdict::failed, failed->result());
  else if (undecided)
    say(Verdict::timeout, undecided->result());
  if (!failed) judge_missed_events();
  log_.finish(now);
  if (result_.verdict == Verdict::passed) result_.last_words.clear();
}

// A test in which less happened than was meant to has tested something else.
void MissionRun::judge_missed_events() {
  for (const Waiting& waiting : waiting_) {
    const EventPlan& event = *waiting.event;
    if (event.is_optional) continue;
    const std::string why = waiting.due
                                ? fmt::format("it was due at {:.3f} s", seconds(*waiting.due))
                                : fmt::format("it was never true that {}", event.when->text);
    const std::string what = fmt::format("'{}' never happened: {}", event.text, why);
    log_.tell(time_s(), TimelineEntry::Kind::event, what, event.robot, true);
    if (result_.verdict != Verdict::passed) continue;
    result_.verdict = Verdict::error;
    result_.reason = fmt::format("{}:{}: {}; 'optional: true' allows that", event.place.file,
                                 event.place.line, what);
  }
}

}  // namespace

RunResult run_mission(const MissionScript& mission, const MissionRunOptions& options) {
  RunResult result{.mission = mission.name,
                   .mission_file = mission.file.string(),
                   .description = mission.description,
                   .scenario = mission.scenario,
                   .mode = options.mode == RobotMode::twin ? "twin" : "virtual",
                   .seed = options.seed};
  result.environment = options.environment;
  for (const auto& [key, value] : drawn_by(mission, options.seed))
    result.drawn.push_back(fmt::format("{}={}", key, value));
  const auto begin = Clock::now();
  try {
    MissionRun run(mission, options, result);
    const double load_s = std::chrono::duration<double>(Clock::now() - begin).count();
    run.run();
    result.costs.push_back({"load_time", load_s, "s"});
  } catch (const std::exception& error) {
    result.verdict = Verdict::error;
    result.reason = with_setting_places(mission, error.what());
    // one that never began may have a recording all the same
    std::error_code none;
    if (std::filesystem::is_regular_file(options.recording, none))
      result.recording = options.recording.filename().string();
  }
  result.costs.push_back({"peak_memory", peak_memory_mb(), "MB"});
  return result;
}

}  // namespace tandem
