// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_outbox.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

// DDS gets the next message this long before it has sent the last one.
constexpr auto lead = std::chrono::milliseconds(4);
// While this many bytes wait for the network, none are added.
constexpr std::size_t most_behind = 200'000;
constexpr auto pause = std::chrono::milliseconds(2);

}  // namespace

class DdsOutbox::Lane {
 public:
  Lane(int depth, Write write)
      : depth_(static_cast<std::size_t>(std::max(depth, 1))), write_(std::move(write)) {}

 private:
  friend DdsOutbox;
  struct Message {
    std::uint64_t number = 0;
    std::vector<std::byte> bytes;
  };

  const std::size_t depth_;
  const Write write_;
  std::deque<Message> messages_;
  std::vector<std::byte> spare_;  // memory for the next message
  Counts counts_;
};

DdsOutbox::DdsOutbox(std::shared_ptr<const DdsTraffic> traffic, double bytes_per_second)
    : traffic_(std::move(traffic)),
      bytes_per_second_(bytes_per_second),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

DdsOutbox::~DdsOutbox() {
  thread_.request_stop();
  thread_.join();
}

std::shared_ptr<DdsOutbox::Lane> DdsOutbox::open(int depth, Write write) {
  const std::lock_guard lock(mutex_);
  return lanes_.emplace_back(std::make_shared<Lane>(depth, std::move(write)));
}

void DdsOutbox::put(Lane& lane, std::span<const std::byte> message) {
  // copied outside of the lock: the thread takes it for every message of every lane
  std::vector<std::byte> bytes;
  {
    const std::lock_guard lock(mutex_);
    if (lane.messages_.size() >= lane.depth_) {
      lane.spare_ = std::move(lane.messages_.front().bytes);
      lane.messages_.pop_front();
      ++lane.counts_.dropped;
    }
    bytes = std::exchange(lane.spare_, {});
  }
  bytes.assign(message.begin(), message.end());
  {
    const std::lock_guard lock(mutex_);
    lane.messages_.push_back({++last_number_, std::move(bytes)});
  }
  wake_.notify_one();
}

DdsOutbox::Counts DdsOutbox::counts(const Lane& lane) const {
  const std::lock_guard lock(mutex_);
  Counts counts = lane.counts_;
  counts.waiting = lane.messages_.size() + (writing_ == &lane ? 1 : 0);
  return counts;
}

void DdsOutbox::close(Lane& lane) {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [&] { return writing_ != &lane; });
  std::erase_if(lanes_, [&](const auto& known) { return known.get() == &lane; });
}

void DdsOutbox::run(const std::stop_token& stop) {
  Clock::time_point free_at{};  // when DDS will have sent what it has
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stop, [&] { return oldest() != nullptr; }) && !stop.stop_requested()) {
    const auto never = [] { return false; };
    if (is_network_behind()) {
      wake_.wait_for(lock, stop, pause, never);
      continue;
    }
    if (Clock::now() < free_at - lead) {
      wake_.wait_until(lock, stop, free_at - lead, never);
      continue;
    }

    Lane& lane = *oldest();
    Lane::Message message = std::move(lane.messages_.front());
    lane.messages_.pop_front();
    writing_ = &lane;
    lock.unlock();
    const bool is_sent = lane.write_(message.bytes);
    lock.lock();
    writing_ = nullptr;
    ++(is_sent ? lane.counts_.sent : lane.counts_.dropped);
    const std::chrono::duration<double> taken(static_cast<double>(message.bytes.size()) /
                                              bytes_per_second_);
    free_at = std::max(free_at, Clock::now()) + std::chrono::duration_cast<Clock::duration>(taken);
    lane.spare_ = std::move(message.bytes);
    written_.notify_all();
  }
}

DdsOutbox::Lane* DdsOutbox::oldest() const {
  Lane* oldest = nullptr;
  for (const auto& lane : lanes_)
    if (!lane->messages_.empty() &&
        (!oldest || lane->messages_.front().number < oldest->messages_.front().number))
      oldest = lane.get();
  return oldest;
}

bool DdsOutbox::is_network_behind() const { return traffic_->waiting_bytes > most_behind; }

}  // namespace tandem
