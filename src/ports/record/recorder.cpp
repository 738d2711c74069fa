// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <variant>

#include "base/log.h"
#include "messages/cdr.h"
#include "messages/rosgraph_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/stereo_msgs.h"
#include "ports/record/kept_frame.h"
#include "ports/record/run_recording.h"
#include "recording/ros_schema.h"

namespace tandem {

namespace {

constexpr Duration flush_period = 1s;  // so much is lost when the process is killed

using Clock = std::chrono::steady_clock;

// The same as the raw pictures, once more.
bool is_double(const std::string& type) {
  return type == sensor_msgs::msg::CompressedImage::type_name;
}

// Making these takes longer than all other messages together.
bool is_costly(const std::string& type) {
  static const std::array<std::string_view, 4> costly{
      sensor_msgs::msg::Image::type_name, sensor_msgs::msg::CompressedImage::type_name,
      sensor_msgs::msg::PointCloud2::type_name, stereo_msgs::msg::DisparityImage::type_name};
  return std::ranges::count(costly, type) > 0;
}

RecordedQos recorded(const Qos& qos) {
  return {.is_reliable = qos.offers_reliable,
          .is_latched = qos.is_latched,
          .keeps_all = qos.keeps_all,
          .depth = qos.depth};
}

struct WaitingFrame {
  std::unique_ptr<const KeptFrame> kept;
  std::uint64_t number = 0;
};
struct WaitingMessage {
  std::shared_ptr<const Recorder::Topic> topic;
  SharedBytes bytes;
  Duration log_time{};
  Duration publish_time{};
};

std::size_t bytes_of(const WaitingMessage& message) {
  return sizeof(message) + message.bytes->size();
}

}  // namespace

// What the recorder, its thread and its taps share.
class Recorder::Work {
 public:
  Work(McapWriter writer, const RecorderOptions& options)
      : options_(options), now_(options.start_time.count()), writer_(std::move(writer)) {
    add_rosbag2_version(writer_);
    if (!options_.about.empty()) writer_.add({.name = "tandem:run", .texts = options_.about});
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  }

  bool wants_all() const { return options_.wants_all; }
  SimTime now() const { return SimTime(now_.load(std::memory_order_relaxed)); }
  // By the clock that is published with a frame, or by the frame itself where there is none.
  void set_clock(SimTime time) {
    has_clock_.store(true, std::memory_order_relaxed);
    now_.store(time.count(), std::memory_order_relaxed);
  }
  void set_frame_time(SimTime time) {
    if (!has_clock_.load(std::memory_order_relaxed))
      now_.store(time.count(), std::memory_order_relaxed);
  }

  void put(const Frame& frame) {
    std::unique_lock lock(mutex_);
    const std::uint64_t number = frame_count_++;
    if (is_closed_) return;
    auto kept = std::make_unique<const KeptFrame>(keeper_.keep(frame));
    const std::size_t bytes = kept->bytes;
    if (!has_room(bytes, options_.queue_bytes)) return drop(report_.dropped_frames, lock);
    put(WaitingFrame{std::move(kept), number}, bytes, lock);
  }

  void put(WaitingMessage message) {
    std::unique_lock lock(mutex_);
    if (is_closed_) return;
    // a quarter is left to frames, without which the rest could not be replayed
    const std::size_t bytes = bytes_of(message);
    if (!has_room(bytes, options_.queue_bytes / 4 * 3)) return drop(report_.dropped_messages, lock);
    put(std::move(message), bytes, lock);
  }

  void wait_for_room() {
    std::unique_lock lock(mutex_);
    written_.wait(lock, [this] { return is_closed_ || !is_in_hurry(); });
  }

  RecorderReport report() const {
    const std::lock_guard lock(mutex_);
    return report_;
  }

  RecorderReport close() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    written_.notify_all();
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    return report();
  }

 private:
  using Item = std::variant<WaitingFrame, WaitingMessage>;

  // What is larger than all there may be has to wait alone.
  bool has_room(std::size_t bytes, std::size_t most) const {
    return waiting_bytes_ == 0 || waiting_bytes_ + bytes <= most;
  }

  void put(Item item, std::size_t bytes, std::unique_lock<std::mutex>& lock) {
    waiting_bytes_ += bytes;
    waiting_.push_back(std::move(item));
    lock.unlock();
    changed_.notify_one();
  }

  // Told here and not by the thread, which the disk may not let go.
  void drop(std::uint64_t& count, std::unique_lock<std::mutex>& lock) {
    const bool is_first = report_.dropped_messages + report_.dropped_frames == 0;
    ++count;
    lock.unlock();
    if (is_first)
      log(LogLevel::warning,
          "the disk is too slow for this recording: not all of it will be there");
  }

  void work(const std::stop_token& stop) {
    auto next_flush = Clock::now() + flush_period;
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait_until(lock, stop, next_flush, [this] { return !waiting_.empty(); });
      const bool is_over = stop.stop_requested();
      std::deque<Item> items = std::exchange(waiting_, {});
      lock.unlock();
      for (Item& item : items) {
        std::visit([this](auto& it) { write(it); }, item);
        item = WaitingFrame{};  // memory goes as soon as it can
      }
      if (is_over || Clock::now() >= next_flush) {
        run_.flush();
        writer_.flush();
        next_flush = Clock::now() + flush_period;
      }
      if (is_over && items.empty()) break;
      lock.lock();
      tell();
    }
    writer_.close();
    lock.lock();
    tell();
  }

  // With the lock held. Compressing costs five times as much as all else: better a larger file than
  // one with holes.
  bool is_in_hurry() const { return waiting_bytes_ > options_.queue_bytes / 4; }

  void write(const WaitingFrame& waiting) {
    run_.add(*waiting.kept, waiting.number);
    {
      const std::lock_guard lock(mutex_);
      waiting_bytes_ -= waiting.kept->bytes;
      ++report_.frames;
    }
    written_.notify_all();
  }

  void write(const WaitingMessage& waiting) {
    {
      const std::lock_guard lock(mutex_);
      writer_.set_in_hurry(is_in_hurry());
      waiting_bytes_ -= bytes_of(waiting);
    }
    written_.notify_all();
    auto [entry, is_new] = channels_.try_emplace(waiting.topic.get());
    Channel& channel = entry->second;
    if (is_new) {
      channel.topic = waiting.topic;
      channel.id = add_ros_channel(writer_, waiting.topic->name, waiting.topic->type.name,
                                   waiting.topic->type.hash, recorded(waiting.topic->qos));
    }
    if (!channel.id) return;
    writer_.write({.channel_id = *channel.id,
                   .sequence = sequences_[*channel.id]++,
                   .log_time = waiting.log_time,
                   .publish_time = waiting.publish_time,
                   .bytes = *waiting.bytes});
  }

  // With the lock held.
  void tell() {
    if (report_.error.empty() && !writer_.error().empty())
      log(LogLevel::error, fmt::format("the recording ends here: writing {} failed: {}",
                                       options_.file.string(), writer_.error()));
    report_.messages = writer_.statistics().message_count;
    report_.topics = writer_.statistics().channel_count;
    report_.bytes = writer_.bytes_written();
    report_.error = writer_.error();
  }

  struct Channel {
    std::shared_ptr<const Topic> topic;  // so that no other one gets its address
    std::optional<std::uint16_t> id;
  };

  const RecorderOptions options_;
  std::atomic<std::int64_t> now_;
  std::atomic<bool> has_clock_ = false;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;  // there is something to write
  std::condition_variable written_;      // or less than before
  std::deque<Item> waiting_;
  std::size_t waiting_bytes_ = 0;
  FrameKeeper keeper_;
  std::uint64_t frame_count_ = 0;
  bool is_closed_ = false;
  RecorderReport report_;

  // of the thread
  McapWriter writer_;
  RunRecording run_{writer_};
  std::map<const Topic*, Channel> channels_;
  std::map<std::uint16_t, std::uint32_t> sequences_;
  std::jthread thread_;
};

namespace {

// Who records a topic when several parts of a program have to do with it: its publishers, else the
// first who receives it.
class TopicOwner {
 public:
  void add_publisher() { ++publishers_; }
  void remove_publisher() { --publishers_; }
  bool is_mine(const void* receiver) {
    if (publishers_ > 0) return false;
    const void* nobody = nullptr;
    return owner_.compare_exchange_strong(nobody, receiver) || nobody == receiver;
  }
  void leave(const void* receiver) { owner_.compare_exchange_strong(receiver, nullptr); }

 private:
  std::atomic<int> publishers_ = 0;
  std::atomic<const void*> owner_ = nullptr;
};

template <class Work>
class RunTap final : public MessageTap {
 public:
  explicit RunTap(std::shared_ptr<Work> work) : work_(std::move(work)) {}

  std::unique_ptr<TopicTap> published(const std::string& topic, const TypeId& type,
                                      const Qos& qos) override {
    return std::make_unique<PublishedTopic>(work_, owner_of(topic), topic, type, qos);
  }
  std::unique_ptr<TopicTap> received(const std::string& topic, const TypeId& type,
                                     const Qos& qos) override {
    return std::make_unique<ReceivedTopic>(work_, owner_of(topic), topic, type, qos);
  }

 private:
  static std::shared_ptr<const Recorder::Topic> make_topic(const std::string& name,
                                                           const TypeId& type, const Qos& qos) {
    return std::make_shared<const Recorder::Topic>(Recorder::Topic{name, type, qos});
  }
  static SharedBytes copy(std::span<const std::byte> message) {
    return std::make_shared<const std::vector<std::byte>>(message.begin(), message.end());
  }

  class PublishedTopic final : public TopicTap {
   public:
    PublishedTopic(std::shared_ptr<Work> work, std::shared_ptr<TopicOwner> owner,
                   const std::string& topic, const TypeId& type, const Qos& qos)
        : work_(std::move(work)),
          owner_(std::move(owner)),
          topic_(make_topic(topic, type, qos)),
          is_wanted_(work_->wants_all() ? !is_double(type.name) : !is_costly(type.name)),
          is_clock_(type.name == rosgraph_msgs::msg::Clock::type_name) {
      owner_->add_publisher();
    }
    ~PublishedTopic() override { owner_->remove_publisher(); }

    bool is_wanted() const override { return is_wanted_; }
    void take(std::span<const std::byte> message) override {
      // the clock is published before all else of its frame
      if (is_clock_)
        if (const auto clock = from_cdr<rosgraph_msgs::msg::Clock>(message))
          work_->set_clock(std::chrono::seconds(clock->clock.sec) + Duration(clock->clock.nanosec));
      const SimTime now = work_->now();
      work_->put(WaitingMessage{topic_, copy(message), now, now});
    }

   private:
    const std::shared_ptr<Work> work_;
    const std::shared_ptr<TopicOwner> owner_;
    const std::shared_ptr<const Recorder::Topic> topic_;
    const bool is_wanted_;
    const bool is_clock_;
  };

  class ReceivedTopic final : public TopicTap {
   public:
    ReceivedTopic(std::shared_ptr<Work> work, std::shared_ptr<TopicOwner> owner,
                  const std::string& topic, const TypeId& type, const Qos& qos)
        : work_(std::move(work)), owner_(std::move(owner)), topic_(make_topic(topic, type, qos)) {}
    ~ReceivedTopic() override { owner_->leave(this); }

    bool is_wanted() const override { return false; }
    void take(std::span<const std::byte> message) override {
      if (!owner_->is_mine(this)) return;
      const SimTime now = work_->now();
      work_->put(WaitingMessage{topic_, copy(message), now, now});
    }

   private:
    const std::shared_ptr<Work> work_;
    const std::shared_ptr<TopicOwner> owner_;
    const std::shared_ptr<const Recorder::Topic> topic_;
  };

  std::shared_ptr<TopicOwner> owner_of(const std::string& topic) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<TopicOwner>& owner = owners_[topic];
    if (!owner) owner = std::make_shared<TopicOwner>();
    return owner;
  }

  const std::shared_ptr<Work> work_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<TopicOwner>> owners_;
};

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::create(const RecorderOptions& options) {
  auto writer = McapWriter::create(options.file, {.compression = options.compression});
  if (!writer) return Error{writer.error()};
  return std::unique_ptr<Recorder>(
      new Recorder(std::make_shared<Work>(*std::move(writer), options)));
}

Recorder::Recorder(std::shared_ptr<Work> work) : work_(std::move(work)) {}

Recorder::~Recorder() { work_->close(); }

void Recorder::publish(std::shared_ptr<const Frame> frame) {
  work_->set_frame_time(frame->time);
  work_->put(*frame);
}

std::shared_ptr<MessageTap> Recorder::tap() { return std::make_shared<RunTap<Work>>(work_); }

void Recorder::record(const std::shared_ptr<const Topic>& topic, SharedBytes bytes,
                      Duration log_time, Duration publish_time) {
  work_->put(WaitingMessage{topic, std::move(bytes), log_time, publish_time});
}

void Recorder::wait_for_room() { work_->wait_for_room(); }

RecorderReport Recorder::report() const { return work_->report(); }

RecorderReport Recorder::close() { return work_->close(); }

}  // namespace tandem
