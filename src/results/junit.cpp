// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/markup.h"

namespace tandem {

namespace {

double wall_s(const RunResult& result) {
  const auto cost = std::ranges::find(result.costs, "wall_time", &Metric::name);
  return cost == result.costs.end() ? 0 : cost->value;
}

bool is_failure(const RunResult& result) {
  return result.verdict == Verdict::failed || result.verdict == Verdict::timeout;
}

void append(const RunResult& result, std::string& xml) {
  xml +=
      fmt::format("    <testcase name=\"{}, seed {}\" classname=\"{}\" file=\"{}\" time=\"{:.3f}\"",
                  escaped(result.mode), result.seed, escaped(result.mission),
                  escaped(result.mission_file), wall_s(result));
  if (result.is_passed()) {
    xml += "/>\n";
    return;
  }
  const char* tag = is_failure(result) ? "failure" : "error";
  std::string details = result.reason;
  for (const AssertionResult& assertion : result.assertions)
    details +=
        fmt::format("\n{}: {} {}", name_of(assertion.state), assertion.text, assertion.explanation);
  for (const std::string& line : result.last_words) details += "\n" + line;
  details +=
      fmt::format("\nafter {:.3f} s simulated; hash {}", result.simulated_s, result.course_hash);
  xml += fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", tag,
                     name_of(result.verdict), escaped(result.reason), escaped(details));
}

}  // namespace

std::string to_junit(const std::vector<RunResult>& results) {
  std::vector<std::string> missions;  // in the order they came
  for (const RunResult& result : results)
    if (!std::ranges::count(missions, result.mission)) missions.push_back(result.mission);
  const auto counts = [](const std::vector<const RunResult*>& runs) {
    double time = 0;
    for (const RunResult* run : runs) time += wall_s(*run);
    return fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", runs.size(),
        std::ranges::count_if(runs, [](const RunResult* run) { return is_failure(*run); }),
        std::ranges::count_if(runs,
                              [](const RunResult* run) { return run->verdict == Verdict::error; }),
        time);
  };
  std::vector<const RunResult*> all;
  for (const RunResult& result : results) all.push_back(&result);

  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"tandem\" {}>\n", counts(all));
  for (const std::string& mission : missions) {
    std::vector<const RunResult*> runs;
    for (const RunResult& result : results)
      if (result.mission == mission) runs.push_back(&result);
    xml += fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(mission), counts(runs));
    for (const RunResult* run : runs) append(*run, xml);
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace tandem
