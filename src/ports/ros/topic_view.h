// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "middleware/transport.h"
#include "ports/desk/network.h"
#include "ports/ros/sights.h"

namespace tandem {

// One topic that people look at: the newest message that came, and what was made of it. Any thread.
class WatchedTopic {
 public:
  std::shared_ptr<const TopicSight> latest() const;

  // What comes from here on is of this type, and stands in frames that `world_from` knows.
  void begin(std::string type_name, FindFrame world_from);
  // Of pictures: in which frames their camera may be, and which it is or why that is not known.
  void place_by(FindFrame world_from);
  bool know(FoundCamera camera);  // true if that is news
  void hear(SharedBytes message);
  // Nothing can be seen of it, and why.
  void say(const std::string& problem);

  // Makes a sight of the newest message; of one that comes in the meantime the next time.
  void look(SightMaker& maker);
  // Something came whose frame was not known; it may be by now.
  bool awaits_frame() const;

 private:
  void show(TopicSight sight, bool is_again = false);

  mutable std::mutex mutex_;
  std::string type_name_;
  FindFrame world_from_;
  FoundCamera camera_ = Error{"nothing is known of its camera"};
  SharedBytes newest_;  // not looked at yet, or to be looked at again
  bool awaits_frame_ = false;
  SharedBytes looked_at_;  // the last that a sight was made of, if it is still the newest
  std::uint64_t count_ = 0;
  std::shared_ptr<const TopicSight> latest_;
};

// Looks at topics on a thread of its own, each as often as people see and no more; who comes while
// it is busy waits, and of each topic only the newest counts. In lockstep it looks at once.
class SightWorker {
 public:
  explicit SightWorker(bool is_lockstep);

  void put(const std::shared_ptr<WatchedTopic>& topic);
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  struct Seen {
    std::shared_ptr<WatchedTopic> topic;
    Clock::time_point due;  // not before
    bool is_waiting = false;
  };

  void work(const std::stop_token& stop);

  const bool is_lockstep_;
  SightMaker maker_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool has_new_ = false;
  std::vector<Seen> topics_;  // of late
  std::jthread thread_;
};

}  // namespace tandem
