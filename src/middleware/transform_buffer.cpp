// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/transform_buffer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace tandem {

namespace {

constexpr std::size_t most_frames = 10'000;  // a network may send anything
constexpr std::size_t most_samples = 10'000;
constexpr double unit_tolerance = 0.1;  // of a quaternion's length, which is then made 1

std::string_view without_slash(std::string_view frame) {
  return frame.starts_with('/') ? frame.substr(1) : frame;
}

double length(const Quat& q) { return std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z); }

Pose interpolate(const Pose& a, const Pose& b, double at) {
  return {(1 - at) * a.translation + at * b.translation, slerp(a.rotation, b.rotation, at)};
}

}  // namespace

std::optional<std::string> TransformBuffer::why_not(std::string_view parent, std::string_view child,
                                                    const Pose& parent_from_child) {
  if (parent.empty() || child.empty()) return "a transform needs two frames";
  if (parent == child) return fmt::format("{} can't be its own parent", child);
  const double norm = length(parent_from_child.rotation);
  // written so that "not a number" is refused
  if (!is_finite(parent_from_child.translation) || !(std::abs(norm - 1) < unit_tolerance))
    return fmt::format("{} in {} is no place: position {} {} {}, quaternion of length {}", child,
                       parent, parent_from_child.translation.x, parent_from_child.translation.y,
                       parent_from_child.translation.z, norm);
  if (frames_.size() >= most_frames && !frames_.contains(child)) {
    ++dropped_;
    return fmt::format("there are {} frames already", frames_.size());
  }
  return std::nullopt;
}

std::optional<std::string> TransformBuffer::set(std::string_view parent, std::string_view child,
                                                SimTime stamp, const Pose& parent_from_child) {
  parent = without_slash(parent);
  child = without_slash(child);
  if (auto reason = why_not(parent, child, parent_from_child)) return reason;
  Frame& frame = frames_[std::string(child)];
  auto& samples = frame.samples;
  if (!samples.empty() && stamp < samples.back().stamp - history_) {
    ++dropped_;
    return fmt::format("{} in {} at {:.3f} s is older than what is kept", child, parent,
                       seconds(stamp));
  }
  Sample sample{stamp, std::string(parent), parent_from_child};
  sample.parent_from_child.rotation = normalized(parent_from_child.rotation);
  const auto at = std::ranges::lower_bound(samples, stamp, {}, &Sample::stamp);
  if (at != samples.end() && at->stamp == stamp)
    *at = std::move(sample);
  else
    samples.insert(at, std::move(sample));
  while (samples.front().stamp < samples.back().stamp - history_ || samples.size() > most_samples)
    samples.pop_front();
  return std::nullopt;
}

std::optional<std::string> TransformBuffer::set_static(std::string_view parent,
                                                       std::string_view child,
                                                       const Pose& parent_from_child) {
  parent = without_slash(parent);
  child = without_slash(child);
  if (auto reason = why_not(parent, child, parent_from_child)) return reason;
  Frame& frame = frames_[std::string(child)];
  frame.constant = Sample{{}, std::string(parent), parent_from_child};
  frame.constant->parent_from_child.rotation = normalized(parent_from_child.rotation);
  frame.samples.clear();
  return std::nullopt;
}

// One step from a frame to its parent at a time.
Result<TransformBuffer::Step> TransformBuffer::step_up(const std::string& child,
                                                       SimTime time) const {
  const auto found = frames_.find(child);
  if (found == frames_.end()) return Step{};
  const Frame& frame = found->second;
  const auto& samples = frame.samples;
  if (samples.empty())
    return frame.constant ? Step{frame.constant->parent, frame.constant->parent_from_child}
                          : Step{};
  const auto refuse = [&](const Sample& edge, std::string_view how) {
    return Error{fmt::format("{} in {} is known {} {:.3f} s, asked for is {:.3f} s", child,
                             edge.parent, how, seconds(edge.stamp), seconds(time))};
  };
  if (time < samples.front().stamp) return refuse(samples.front(), "only from");
  if (time > samples.back().stamp) return refuse(samples.back(), "only until");

  const auto after = std::ranges::lower_bound(samples, time, {}, &Sample::stamp);
  if (after->stamp == time) return Step{after->parent, after->parent_from_child};
  const Sample& before = *std::prev(after);
  // between two parents it stays with the first until the second is there
  if (before.parent != after->parent) return Step{before.parent, before.parent_from_child};
  const double at = static_cast<double>((time - before.stamp).count()) /
                    static_cast<double>((after->stamp - before.stamp).count());
  return Step{before.parent, interpolate(before.parent_from_child, after->parent_from_child, at)};
}

TransformBuffer::Climb TransformBuffer::climb(std::string_view start, SimTime time) const {
  Climb climb{.ancestors = {{std::string(start), Pose{}}}};
  std::set<std::string> visited{std::string(start)};
  while (true) {
    const Ancestor& here = climb.ancestors.back();
    Result<Step> step = step_up(here.frame, time);
    if (!step) {
      climb.end = step.error();
      return climb;
    }
    if (step->parent.empty()) return climb;
    if (!visited.insert(step->parent).second) {
      climb.end = fmt::format("{} is above itself: the transforms form a loop", step->parent);
      return climb;
    }
    climb.ancestors.push_back({step->parent, step->parent_from_child * here.frame_from_start});
  }
}

Result<Pose> TransformBuffer::lookup(std::string_view target, std::string_view source,
                                     SimTime time) const {
  target = without_slash(target);
  source = without_slash(source);
  for (const std::string_view frame : {target, source})
    if (!has_frame(frame)) return Error{why_not_connected(target, source)};

  // up from both until the ways meet
  const Climb from_source = climb(source, time);
  const Climb from_target = climb(target, time);
  for (const Ancestor& of_target : from_target.ancestors) {
    const auto meeting =
        std::ranges::find(from_source.ancestors, of_target.frame, &Ancestor::frame);
    if (meeting != from_source.ancestors.end())
      return inverse(of_target.frame_from_start) * meeting->frame_from_start;
  }
  const std::string& reason = from_source.end.empty() ? from_target.end : from_source.end;
  if (!reason.empty()) return Error{fmt::format("{} from {}: {}", target, source, reason)};
  return Error{why_not_connected(target, source)};
}

const TransformBuffer::Sample* TransformBuffer::latest_of(std::string_view child) const {
  const auto found = frames_.find(child);
  if (found == frames_.end()) return nullptr;
  const Frame& frame = found->second;
  if (!frame.samples.empty()) return &frame.samples.back();
  return frame.constant ? &*frame.constant : nullptr;
}

// Ends at a root, or where it would come back to itself.
std::vector<TransformBuffer::LatestAncestor> TransformBuffer::climb_latest(
    std::string_view start) const {
  std::vector<LatestAncestor> ancestors{{std::string(start), std::nullopt}};
  while (const Sample* latest = latest_of(ancestors.back().frame)) {
    if (std::ranges::find(ancestors, latest->parent, &LatestAncestor::frame) != ancestors.end())
      break;
    if (!frames_.find(ancestors.back().frame)->second.samples.empty())
      ancestors.back().known_until = latest->stamp;
    ancestors.push_back({latest->parent, std::nullopt});
  }
  return ancestors;
}

Result<StampedPose> TransformBuffer::latest(std::string_view target,
                                            std::string_view source) const {
  target = without_slash(target);
  source = without_slash(source);
  const auto from_source = climb_latest(source);
  const auto from_target = climb_latest(target);
  // the last time at which every transform on the way is known
  const auto known_until = [](std::optional<SimTime> until, const auto& ancestors, auto end) {
    for (auto it = ancestors.begin(); it != end; ++it)
      if (it->known_until) until = std::min(until.value_or(*it->known_until), *it->known_until);
    return until;
  };
  for (auto of_target = from_target.begin(); of_target != from_target.end(); ++of_target) {
    const auto meeting = std::ranges::find(from_source, of_target->frame, &LatestAncestor::frame);
    if (meeting == from_source.end()) continue;
    const SimTime time = known_until(known_until({}, from_target, of_target), from_source, meeting)
                             .value_or(SimTime::zero());
    const Result<Pose> pose = lookup(target, source, time);
    if (!pose) return Error{pose.error()};
    return StampedPose{time, *pose};
  }
  return Error{why_not_connected(target, source)};
}

Result<Pose> TransformBuffer::lookup(std::string_view target, SimTime target_time,
                                     std::string_view source, SimTime source_time,
                                     std::string_view fixed) const {
  const Result<Pose> fixed_from_source = lookup(fixed, source, source_time);
  if (!fixed_from_source) return fixed_from_source;
  const Result<Pose> target_from_fixed = lookup(target, fixed, target_time);
  if (!target_from_fixed) return target_from_fixed;
  return *target_from_fixed * *fixed_from_source;
}

bool TransformBuffer::has_frame(std::string_view frame) const {
  frame = without_slash(frame);
  if (frames_.contains(frame)) return true;
  return std::ranges::any_of(frames_, [&](const auto& entry) {
    const auto& [child, known] = entry;
    return (known.constant && known.constant->parent == frame) ||
           std::ranges::any_of(known.samples,
                               [&](const Sample& sample) { return sample.parent == frame; });
  });
}

std::vector<std::string> TransformBuffer::frames() const {
  std::set<std::string> names;
  for (const auto& [child, frame] : frames_) {
    names.insert(child);
    if (frame.constant) names.insert(frame.constant->parent);
    for (const Sample& sample : frame.samples) names.insert(sample.parent);
  }
  return {names.begin(), names.end()};
}

std::string TransformBuffer::why_not_connected(std::string_view target,
                                               std::string_view source) const {
  for (const std::string_view frame : {target, source}) {
    if (has_frame(frame)) continue;
    std::vector<std::string> known = frames();
    const bool has_more = known.size() > 10;
    if (has_more) known.resize(10);
    return known.empty() ? fmt::format("there is no frame {}, nor any other", frame)
                         : fmt::format("there is no frame {}; there are {}{}", frame,
                                       fmt::join(known, ", "), has_more ? ", ..." : "");
  }
  const std::string above_target = climb_latest(target).back().frame;
  const std::string above_source = climb_latest(source).back().frame;
  for (const std::string& top : {above_target, above_source})
    if (const Sample* up = latest_of(top))
      return fmt::format("{} from {}: {} is above itself: the transforms form a loop", target,
                         source, up->parent);
  return fmt::format("{} and {} are not connected: above them are {} and {}", target, source,
                     above_target, above_source);
}

void TransformBuffer::clear() {
  std::erase_if(frames_, [](const auto& entry) { return !entry.second.constant; });
  for (auto& [child, frame] : frames_) frame.samples.clear();
}

}  // namespace tandem
