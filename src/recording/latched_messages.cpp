// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/latched_messages.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>

#include "messages/cdr.h"
#include "messages/tf2_msgs.h"

namespace tandem {

namespace {

using tf2_msgs::msg::TFMessage;

constexpr std::size_t most_kept = 10'000;  // of a channel that keeps all

// What is known of one channel so far.
class Latched {
 public:
  Latched(const RecordedQos& qos, bool has_transforms)
      : depth_(qos.keeps_all ? most_kept : static_cast<std::size_t>(qos.depth)),
        has_transforms_(has_transforms) {}

  void add(const McapMessage& message) {
    if (has_transforms_)
      if (const auto transforms = from_cdr<TFMessage>(message.bytes)) {
        for (const auto& transform : transforms->transforms)
          transforms_[transform.child_frame_id] = transform;
        transforms_time_ = message.log_time;
        return;
      }
    last_.push_back(
        {message.channel_id, message.log_time, {message.bytes.begin(), message.bytes.end()}});
    if (last_.size() > depth_) last_.pop_front();
  }

  void move_to(std::vector<LatchedMessage>& all, std::uint16_t channel) {
    std::ranges::move(last_, std::back_inserter(all));
    if (transforms_.empty()) return;
    TFMessage message;
    for (const auto& [frame, transform] : transforms_) message.transforms.push_back(transform);
    all.push_back({channel, transforms_time_, to_cdr(message)});
  }

 private:
  const std::size_t depth_;
  const bool has_transforms_;
  std::deque<LatchedMessage> last_;
  std::map<std::string, geometry_msgs::msg::TransformStamped> transforms_;  // by child frame
  Duration transforms_time_{};
};

}  // namespace

RecordedQos qos_of(const McapChannel& channel) {
  const auto text = channel.metadata.find("offered_qos_profiles");
  return text == channel.metadata.end() ? RecordedQos{} : read_qos_text(text->second);
}

Result<std::vector<LatchedMessage>> latched_before(const McapReader& reader,
                                                   const std::set<std::uint16_t>& channels,
                                                   Duration time) {
  const McapSummary& summary = reader.summary();
  std::map<std::uint16_t, Latched> latched;
  std::set<std::uint16_t> ids;
  for (const std::uint16_t id : channels) {
    const McapChannel& channel = summary.channels.at(id);
    const RecordedQos qos = qos_of(channel);
    if (!qos.is_latched) continue;
    const McapSchema* schema = summary.schema_of(channel);
    latched.try_emplace(id, qos, schema && schema->name == TFMessage::type_name);
    ids.insert(id);
  }
  auto messages = reader.messages({.channels = ids, .from = Duration::min(), .until = time - 1ns});
  while (true) {
    const auto message = messages.next();
    if (!message) continue;  // damaged, which who plays the rest is told of
    if (!*message) break;
    latched.at((*message)->channel_id).add(**message);
  }
  std::vector<LatchedMessage> all;
  for (auto& [id, channel] : latched) channel.move_to(all, id);
  std::ranges::stable_sort(all, {}, &LatchedMessage::log_time);
  return all;
}

}  // namespace tandem
