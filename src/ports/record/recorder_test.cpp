// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/recorder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include "messages/std_msgs.h"
#include "middleware/type_ids.h"
#include "recording/file_descriptor.h"

namespace tandem {
namespace {

namespace fs = std::filesystem;
using diagnostic_msgs::msg::DiagnosticStatus;
using diagnostic_msgs::msg::KeyValue;
using testing::Contains;
using testing::HasSubstr;

// A disk that takes nothing until it is told to: a pipe that nobody reads.
class SlowDisk : public testing::Test {
 protected:
  SlowDisk() {
    std::string pattern = (fs::temp_directory_path() / "tandem-recorder-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    mkfifo(file().c_str(), 0600);
    reader_.emplace(open(file().c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  }
  ~SlowDisk() override { fs::remove_all(folder_); }

  fs::path file() const { return folder_ / "pipe"; }
  // From now on all that comes waits.
  static void fill(Recorder& recorder) {
    const auto topic = std::make_shared<const Recorder::Topic>(
        Recorder::Topic{"/words", type_id<std_msgs::msg::String>(), {}});
    recorder.record(topic, std::make_shared<const std::vector<std::byte>>(1 << 20), 0s, 0s);
  }
  static Frame frame(SimTime time) {
    static const auto scenario = std::make_shared<const Scenario>();
    static const auto entities = std::make_shared<const EntityList>();
    return {.scenario = scenario, .time = time, .advanced = 8ms, .entities = entities};
  }
  // Reads until the recorder has closed its end, so that it can come to its own.
  void read_all(std::atomic<bool>& is_over) const {
    std::vector<char> room(1 << 20);
    while (!is_over)
      if (read(reader_->value(), room.data(), room.size()) <= 0) std::this_thread::yield();
  }

  fs::path folder_;
  std::optional<FileDescriptor> reader_;
};

TEST_F(SlowDisk, WhatItDoesNotTakeIsCountedAndInDiagnostics) {
  const auto recorder =
      *Recorder::create({.file = file(), .compression = Compression::none, .queue_bytes = 4 << 20});
  EXPECT_EQ(diagnosis_of(recorder->report()).level, DiagnosticStatus::OK);
  const auto topic = std::make_shared<const Recorder::Topic>(
      Recorder::Topic{"/words", type_id<std_msgs::msg::String>(), {}});
  const auto bytes = std::make_shared<const std::vector<std::byte>>(1 << 20);
  // who brings something never waits for it
  for (int i = 0; i < 100; ++i) recorder->record(topic, bytes, i * 1s, i * 1s);

  std::atomic<bool> is_over = false;
  std::jthread disk([&] { read_all(is_over); });
  const RecorderReport report = recorder->close();
  is_over = true;
  EXPECT_GT(report.dropped_messages, 80u);
  EXPECT_EQ(report.dropped_messages + report.messages, 100u);
  const DiagnosticStatus status = diagnosis_of(report);
  EXPECT_EQ(status.level, DiagnosticStatus::WARN);
  EXPECT_THAT(status.message, HasSubstr(std::to_string(report.dropped_messages) + " messages"));
  EXPECT_THAT(status.values,
              Contains(KeyValue{"dropped_messages", std::to_string(report.dropped_messages)}));
}

TEST_F(SlowDisk, WhoWaitsForItLosesNothing) {
  const auto recorder =
      *Recorder::create({.file = file(), .compression = Compression::none, .queue_bytes = 4 << 20});
  std::atomic<bool> is_over = false;
  std::jthread disk([&] { read_all(is_over); });
  const auto topic = std::make_shared<const Recorder::Topic>(
      Recorder::Topic{"/words", type_id<std_msgs::msg::String>(), {}});
  const auto bytes = std::make_shared<const std::vector<std::byte>>(1 << 20);
  for (int i = 0; i < 100; ++i) {
    recorder->record(topic, bytes, i * 1s, i * 1s);
    recorder->wait_for_room();
  }
  const RecorderReport report = recorder->close();
  is_over = true;
  recorder->wait_for_room();  // for nothing any more
  EXPECT_EQ(report.dropped_messages, 0u);
  EXPECT_EQ(report.messages, 100u);
}

TEST_F(SlowDisk, FramesThatWaitForItDoNotHoldWhatSensorsSaw) {
  const auto recorder = *Recorder::create({.file = file(), .compression = Compression::none});
  fill(*recorder);
  const auto seen = std::make_shared<const Reading>();
  for (int i = 0; i < 1000; ++i) {
    Frame made = frame(i * 8ms);
    made.readings = {seen};
    recorder->publish(std::make_shared<const Frame>(std::move(made)));
  }
  EXPECT_EQ(seen.use_count(), 1);  // ours

  std::atomic<bool> is_over = false;
  std::jthread disk([&] { read_all(is_over); });
  const RecorderReport report = recorder->close();
  is_over = true;
  EXPECT_EQ(report.frames, 1000u);
  EXPECT_EQ(report.dropped_frames, 0u);
}

TEST_F(SlowDisk, InputsThatWaitForItTakeBoundedMemoryAndWhatHasNoRoomIsCounted) {
  const auto recorder =
      *Recorder::create({.file = file(), .compression = Compression::none, .queue_bytes = 8 << 20});
  fill(*recorder);
  std::vector<std::weak_ptr<const RgbaImage>> pictures;
  for (int i = 0; i < 100; ++i) {
    // 1 MB of pixels
    auto picture =
        std::make_shared<const RgbaImage>(RgbaImage{512, 512, std::vector<Rgba>(512 * 512)});
    pictures.push_back(picture);
    Frame made = frame(i * 8ms);
    made.inputs.paint = {paint_picture(std::move(picture))};
    recorder->publish(std::make_shared<const Frame>(std::move(made)));
  }
  const auto waiting =
      std::ranges::count_if(pictures, [](const auto& picture) { return !picture.expired(); });
  EXPECT_LE(waiting, 8);
  EXPECT_GE(waiting, 6);  // beside what fills the disk

  std::atomic<bool> is_over = false;
  std::jthread disk([&] { read_all(is_over); });
  const RecorderReport report = recorder->close();
  is_over = true;
  EXPECT_EQ(report.dropped_frames + report.frames, 100u);
  EXPECT_EQ(report.frames, static_cast<std::uint64_t>(waiting));
}

TEST(Recorder, ADiskThatFailsIsAnErrorInDiagnostics) {
  const DiagnosticStatus status = diagnosis_of({.error = "No space left on device"});
  EXPECT_EQ(status.level, DiagnosticStatus::ERROR);
  EXPECT_THAT(status.message, HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace tandem
