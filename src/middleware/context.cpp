// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/context.h"

#include <cstring>
#include <random>
#include <utility>

namespace tandem {

namespace {

class ThreadedContext final : public Context {
 public:
  explicit ThreadedContext(std::unique_ptr<Transport> transport)
      : transport_(std::move(transport)) {
    transport_->on_graph_change([this] { tell_watchers(); });
  }
  ~ThreadedContext() override { transport_->on_graph_change({}); }

  Transport& transport() override { return *transport_; }
  std::shared_ptr<Executor> make_executor() override { return Executor::with_thread(); }
  bool is_lockstep() const override { return false; }
  void deliver_until(const std::function<bool()>&) override {}

  std::array<std::uint8_t, 16> make_id() override {
    const std::lock_guard lock(mutex_);
    std::array<std::uint32_t, 4> words{};
    for (std::uint32_t& word : words) word = random_();
    std::array<std::uint8_t, 16> id{};
    std::memcpy(id.data(), words.data(), id.size());
    return id;
  }

 private:
  std::unique_ptr<Transport> transport_;
  std::mutex mutex_;
  std::random_device random_;
};

}  // namespace

void Context::watch_graph(const std::shared_ptr<GraphWatcher>& watcher) {
  const std::lock_guard lock(mutex_);
  std::erase_if(watchers_, [](const auto& known) { return known.expired(); });
  watchers_.push_back(watcher);
}

void Context::tell_watchers() {
  std::vector<std::shared_ptr<GraphWatcher>> watchers;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& known : watchers_)
      if (auto watcher = known.lock()) watchers.push_back(std::move(watcher));
  }
  for (const auto& watcher : watchers) watcher->on_graph_change();
}

std::shared_ptr<Context> make_context(std::unique_ptr<Transport> transport) {
  return std::make_shared<ThreadedContext>(std::move(transport));
}

}  // namespace tandem
