// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/recorder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

TEST(Recorder, ADiskThatFailsIsAnErrorInDiagnostics) {
  const DiagnosticStatus status = diagnosis_of({.error = "No space left on device"});
  EXPECT_EQ(status.level, DiagnosticStatus::ERROR);
  EXPECT_THAT(status.message, HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace tandem
