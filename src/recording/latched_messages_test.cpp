// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/latched_messages.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "messages/cdr.h"
#include "messages/std_msgs.h"
#include "messages/tf2_msgs.h"
#include "recording/mcap_writer.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tf2_msgs::msg::TFMessage;

constexpr RecordedQos latched{.is_latched = true, .depth = 1};

class Latched : public testing::Test {
 protected:
  ~Latched() override { std::filesystem::remove(file_); }

  std::uint16_t channel(const std::string& topic, const std::string& type, const RecordedQos& qos) {
    channels_.insert(*add_ros_channel(*writer_, topic, type, "", qos));
    return *channels_.rbegin();
  }
  std::uint16_t words(const std::string& topic, const RecordedQos& qos) {
    return channel(topic, std::string(std_msgs::msg::String::type_name), qos);
  }
  void write(std::uint16_t channel, Duration time, const std::vector<std::byte>& bytes) {
    writer_->write({.channel_id = channel, .log_time = time, .publish_time = time, .bytes = bytes});
  }
  void say(std::uint16_t channel, Duration time, const std::string& word) {
    write(channel, time, to_cdr(std_msgs::msg::String{word}));
  }
  // Of a frame that lies so far before the base.
  void place(std::uint16_t channel, Duration time, const std::string& frame, double x) {
    TFMessage message;
    message.transforms.emplace_back();
    message.transforms[0].header.frame_id = "base";
    message.transforms[0].child_frame_id = frame;
    message.transforms[0].transform.translation.x = x;
    write(channel, time, to_cdr(message));
  }
  std::vector<LatchedMessage> before(Duration time) {
    writer_->close();
    const auto reader = McapReader::open(file_);
    EXPECT_TRUE(reader) << reader.error();
    auto found = latched_before(*reader, channels_, time);
    EXPECT_TRUE(found) << found.error();
    return *std::move(found);
  }
  std::vector<std::string> words_before(Duration time) {
    std::vector<std::string> all;
    for (const LatchedMessage& message : before(time))
      all.push_back(from_cdr<std_msgs::msg::String>(message.bytes)->data);
    return all;
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("tandem-latched-" + std::to_string(getpid()));
  std::optional<McapWriter> writer_{*McapWriter::create(file_)};
  std::set<std::uint16_t> channels_;
};

TEST_F(Latched, IsWhatWasSaidLastBeforeAndAsMuchAsWasOffered) {
  const auto one = words("/one", latched);
  const auto two = words("/two", {.is_latched = true, .depth = 2});
  const auto other = words("/other", {.depth = 5});
  for (int i = 1; i <= 5; ++i) {
    say(one, i * 10ns, "one " + std::to_string(i));
    say(two, i * 10ns + 1ns, "two " + std::to_string(i));
    say(other, i * 10ns + 2ns, "never");
  }
  EXPECT_THAT(words_before(40ns), ElementsAre("two 2", "one 3", "two 3"));
}

TEST_F(Latched, IsNothingBeforeItWasSaid) {
  say(words("/one", latched), 10ns, "word");
  EXPECT_THAT(words_before(10ns), IsEmpty());
}

TEST_F(Latched, TransformsOfSeveralPublishersAreOneMessage) {
  const auto transforms = channel("/tf_static", std::string(TFMessage::type_name), latched);
  place(transforms, 1ns, "lidar", 0.1);
  place(transforms, 2ns, "camera", 0.2);
  place(transforms, 3ns, "lidar", 0.3);
  place(transforms, 9ns, "camera", 0.9);
  const auto found = before(5ns);
  ASSERT_EQ(found.size(), 1u);
  const auto message = from_cdr<TFMessage>(found[0].bytes);
  ASSERT_TRUE(message);
  ASSERT_EQ(message->transforms.size(), 2u);
  EXPECT_EQ(message->transforms[0].child_frame_id, "camera");
  EXPECT_EQ(message->transforms[0].transform.translation.x, 0.2);
  EXPECT_EQ(message->transforms[1].child_frame_id, "lidar");
  EXPECT_EQ(message->transforms[1].transform.translation.x, 0.3);
}

}  // namespace
}  // namespace tandem
