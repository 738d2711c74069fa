// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/findings.h"
#include "base/result.h"
#include "base/time.h"

namespace tandem {

struct RobotConfig;

// What can be made to go wrong on purpose. Those of poses act in this order, whoever came first.
enum class FaultKind : std::uint8_t {
  occlusion,
  tracking_loss,
  clock_skew,
  outliers,
  packet_loss,
  duplicate,
  latency,
  jitter,
  reorder,
  wheel_slip,
  motor_stop,
  sensor_dropout,
  sensor_stuck,
  sensor_garbage,
  process_kill,
};
constexpr FaultKind last_fault_kind = FaultKind::process_kill;

// What a fault is about.
enum class FaultSubject {
  poses,    // of a real robot, on their way from its tracker to its twin
  wheels,   // of a simulated robot; of a twin, those of its stand-in
  sensors,  // of a robot, or one of them
  process,  // that runs beside the world
};

struct FaultParameter {
  std::string_view name;  // with its unit: "delay_s"
  double standard = 0;    // where nobody says otherwise
  double low = 0, high = 1;
  std::string_view text;
};

// All that is known of a kind of fault: what files, requests, the command line, the page and the
// handbook say of it comes from here.
struct FaultKindInfo {
  FaultKind kind{};
  std::string_view name;
  FaultSubject subject{};
  std::string_view text;  // what happens, as a sentence
  std::vector<FaultParameter> parameters;
};
std::span<const FaultKindInfo> all_fault_kinds();  // in the order of the enumeration
const FaultKindInfo& info_of(FaultKind kind);
inline std::string_view name_of(FaultKind kind) { return info_of(kind).name; }
std::string_view name_of(FaultSubject subject);

struct Fault {
  std::string name;  // empty: the world finds one
  FaultKind kind{};
  std::string robot;   // empty: the first one
  std::string sensor;  // empty: all that the robot has
  std::string process;
  std::vector<double> values;     // one for each parameter of its kind, in their order
  Duration delay{};               // until it begins, from when it was asked for
  std::optional<Duration> lasts;  // without it until somebody clears it
  std::uint64_t seed = 0;         // of what is random in it; 0: that of the episode

  double value(std::string_view parameter) const;  // which its kind has
};

// A fault that a scenario brings along. Its delay counts from the beginning of an episode.
struct FaultPlan {
  Fault fault;
  Place place;
};

// A fault as people, files and requests write it, word by word: {"kind", "latency"},
// {"robot", "emaros"}, {"for", "5s"}, {"delay_s", "0.3"}.
using FaultWords = std::vector<std::pair<std::string, std::string>>;
struct FaultProblem {
  std::string word;  // whose value it is about; empty: about the whole
  std::string text;
};
// Nothing after a problem was added.
std::optional<Fault> read_fault(const FaultWords& words, std::vector<FaultProblem>& problems);
// The same, with the first problem.
Result<Fault> read_fault(const FaultWords& words);
// And back; what nobody has said is left out.
FaultWords words_of(const Fault& fault);
// The words that any fault may have, and what they mean.
std::span<const std::pair<std::string_view, std::string_view>> common_fault_words();

// "latency of emaros, delay_s 0.3"
std::string to_text(const Fault& fault);

// What is wrong with its numbers and times, as a sentence; empty when nothing is. Those that were
// read are right.
std::string why_wrong(const Fault& fault);
// Why a robot cannot have it, as a sentence; empty when it can.
std::string why_unfit(const Fault& fault, const RobotConfig& robot);

// What faults do to the wheels of one robot, all together.
struct WheelTrouble {
  double left_slip = 0;  // share of what they turn that is lost
  double right_slip = 0;
  bool is_stopped = false;  // the motors brake and obey nobody

  bool slips() const { return left_slip > 0 || right_slip > 0; }
  void add(const Fault& fault);
};

constexpr Duration longest_fault = 24h;
// Of one world at the same time, those that wait included.
constexpr std::size_t most_faults = 100;

}  // namespace tandem
