// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "messages/diagnostic_msgs.h"
#include "middleware/tapped_transport.h"
#include "recording/mcap_writer.h"
#include "simulation/frame.h"

namespace tandem {

struct RecorderOptions {
  std::filesystem::path file;
  Compression compression = Compression::zstd;
  McapTexts about{};       // goes into the file as metadata
  bool wants_all = false;  // pictures and point clouds too, even if nobody else looks at them
  SimTime start_time{};    // until the first frame or message says otherwise
  std::size_t queue_bytes = 256 << 20;  // of memory, that may wait for the disk
};

// How a recording went.
struct RecorderReport {
  std::uint64_t messages = 0;
  std::uint64_t topics = 0;
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;             // of the file
  std::uint64_t dropped_messages = 0;  // the disk was too slow
  std::uint64_t dropped_frames = 0;    // the same; the run cannot be replayed beyond the first
  std::string error;                   // why not all of it is there; empty: nothing failed
};

// The same for /diagnostics: a warning once something is missing, an error when the disk failed.
diagnostic_msgs::msg::DiagnosticStatus diagnosis_of(const RecorderReport& report);

// Records a run into an MCAP file on a thread of its own. Frames come from the simulation, messages
// from the transport that carries them or from whoever has them. Nobody who brings something ever
// waits unless he wants to: when the disk is too slow it is dropped, and counted.
class Recorder : public Sink {
 public:
  static Result<std::unique_ptr<Recorder>> create(const RecorderOptions& options);
  ~Recorder() override;

  void publish(std::shared_ptr<const Frame> frame) override;

  // Sees the messages of a transport; may outlive the recorder.
  std::shared_ptr<MessageTap> tap();

  // A message of a topic, as it was received. Any thread.
  struct Topic {
    std::string name;
    TypeId type;
    Qos qos;
  };
  void record(const std::shared_ptr<const Topic>& topic, SharedBytes bytes, Duration log_time,
              Duration publish_time);

  // For who is in no hurry, such as a run that goes as fast as it can: returns when so little waits
  // for the disk that the next frames will not be dropped.
  void wait_for_room();

  // Any thread; what is in the file, and what was lost, by now.
  RecorderReport report() const;
  // Everything that was brought is in the file when this returns.
  RecorderReport close();

 private:
  class Work;

  explicit Recorder(std::shared_ptr<Work> work);

  const std::shared_ptr<Work> work_;
};

}  // namespace tandem
