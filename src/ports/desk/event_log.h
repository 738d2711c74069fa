// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "simulation/frame.h"
#include "world/event.h"

namespace tandem {

// The latest that happened in a run, for who shows it. Any thread.
class EventLog {
 public:
  static constexpr std::size_t kept = 500;

  struct Entry {
    std::uint64_t number = 0;  // counts from 1
    SimTime time{};
    WorldEvent event;
    std::string source{};  // the node that said so; empty: the run itself
  };

  void add(SimTime time, WorldEvent event, std::string source = {});
  // What came after that one, oldest first.
  std::vector<Entry> since(std::uint64_t number) const;

 private:
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;
  std::uint64_t last_ = 0;
};

// Fills a log with what happens from frame to frame, in runs where no network does.
class EventRecorder : public Sink {
 public:
  explicit EventRecorder(std::shared_ptr<EventLog> log) : log_(std::move(log)) {}
  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  std::shared_ptr<EventLog> log_;
  std::shared_ptr<const Frame> last_;
};

}  // namespace tandem
