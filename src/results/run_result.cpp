// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/run_result.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace tandem {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::failed:
      return "failed";
    case Verdict::timeout:
      return "timeout";
    case Verdict::error:
      break;
  }
  return "error";
}

std::string_view name_of(AssertionResult::State state) {
  switch (state) {
    case AssertionResult::State::passed:
      return "passed";
    case AssertionResult::State::failed:
      return "failed";
    case AssertionResult::State::undecided:
      break;
  }
  return "undecided";
}

std::string_view name_of(TimelineEntry::Kind kind) {
  switch (kind) {
    case TimelineEntry::Kind::event:
      return "event";
    case TimelineEntry::Kind::goal:
      return "goal";
    case TimelineEntry::Kind::program:
      return "program";
    case TimelineEntry::Kind::verdict:
      return "verdict";
    case TimelineEntry::Kind::world:
      break;
  }
  return "world";
}

std::string_view name_of(RecordedPath::Kind kind) {
  switch (kind) {
    case RecordedPath::Kind::odometry:
      return "odometry";
    case RecordedPath::Kind::thing:
      return "thing";
    case RecordedPath::Kind::robot:
      break;
  }
  return "robot";
}

std::string_view name_of(Outline::Kind kind) {
  switch (kind) {
    case Outline::Kind::movable:
      return "movable";
    case Outline::Kind::zone:
      return "zone";
    case Outline::Kind::line:
      return "line";
    case Outline::Kind::fixed:
      break;
  }
  return "fixed";
}

std::string_view name_of(Picture::Kind kind) {
  switch (kind) {
    case Picture::Kind::film:
      return "film";
    case Picture::Kind::floor:
      return "floor";
    case Picture::Kind::moment:
      break;
  }
  return "moment";
}

std::string title_of(const RunResult& result) {
  return fmt::format("{}, {}, seed {}", result.mission, result.mode, result.seed);
}

std::optional<Error> write_result(const RunResult& result, const std::filesystem::path& file) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  // whole or not at all: a run that is killed leaves no half of a result
  const std::filesystem::path unfinished = file.string() + ".unfinished";
  std::ofstream out(unfinished);
  out << to_json(result) << '\n';
  out.close();
  if (!out) return Error{fmt::format("cannot write {}", unfinished.string())};
  std::filesystem::rename(unfinished, file, error);
  if (error) return Error{fmt::format("cannot write {}: {}", file.string(), error.message())};
  return std::nullopt;
}

Result<RunResult> read_result(const std::filesystem::path& file) {
  const std::ifstream in(file);
  std::stringstream text;
  if (in) text << in.rdbuf();
  if (!in || !text) return Error{fmt::format("{} cannot be read", file.string())};
  Result<RunResult> result = parse_run_result(text.str());
  if (!result) return Error{fmt::format("{}: {}", file.string(), result.error())};
  return result;
}

}  // namespace tandem
