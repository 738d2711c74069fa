// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/test_network.h"

#include <stdexcept>

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

}  // namespace

std::unique_ptr<TestNetwork> make_test_network(const std::string& kind) {
  if (kind == "lockstep") return std::make_unique<LockstepTestNetwork>();
  throw std::invalid_argument(kind);
}

std::vector<std::string> network_kinds() { return {"lockstep"}; }

}  // namespace tandem
