// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/test_network.h"

#include <stdexcept>

#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "middleware/lockstep.h"

namespace tandem {

namespace {

class LockstepTestNetwork final : public TestNetwork {
 public:
  std::shared_ptr<Context> context() override { return lockstep_.context(); }

  bool run_until(const std::function<bool()>& condition) override {
    const SimTime end = lockstep_.now() + 10s;
    while (!condition() && lockstep_.now() < end)
      if (const auto callbacks = lockstep_.advance(lockstep_.now() + 1ms); !callbacks)
        throw std::runtime_error(callbacks.error());
    return condition();
  }

 private:
  Lockstep lockstep_{{.start = 100s}};
};

// Over UDP on this machine: all nodes in one participant, or in two in turns, as if they were two
// programs.
class DdsTestNetwork final : public TestNetwork {
 public:
  explicit DdsTestNetwork(std::size_t participants) {
    for (std::size_t i = 0; i < participants; ++i)
      contexts_.push_back(dds_context(testing_dds::loopback()));
  }
  std::shared_ptr<Context> context() override { return contexts_[next_++ % contexts_.size()]; }
  bool run_until(const std::function<bool()>& condition) override {
    return testing_dds::eventually(condition);
  }

 private:
  std::vector<std::shared_ptr<Context>> contexts_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<TestNetwork> make_test_network(const std::string& kind) {
  if (kind == "lockstep") return std::make_unique<LockstepTestNetwork>();
  if (kind == "dds_together") return std::make_unique<DdsTestNetwork>(1);
  if (kind == "dds_apart") return std::make_unique<DdsTestNetwork>(2);
  throw std::invalid_argument(kind);
}

std::vector<std::string> network_kinds() { return {"lockstep", "dds_together", "dds_apart"}; }

}  // namespace tandem
