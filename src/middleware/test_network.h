// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "middleware/node.h"

namespace tandem {

// A network that a test's nodes join: each way of carrying messages, so that one suite tells
// whether they can be told apart.
class TestNetwork {
 public:
  virtual ~TestNetwork() = default;
  virtual std::shared_ptr<Context> context() = 0;

  // Lets the nodes run until the condition holds; false when it does not in a long time. The
  // condition is asked between callbacks or beside them, see Seen.
  virtual bool run_until(const std::function<bool()>& condition) = 0;
};

std::unique_ptr<TestNetwork> make_test_network(const std::string& kind);

// What callbacks saw, for the test's thread to look at.
template <class T>
class Seen {
 public:
  void add(T value) {
    const std::lock_guard lock(mutex_);
    values_.push_back(std::move(value));
  }
  std::vector<T> all() const {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  std::size_t count() const {
    const std::lock_guard lock(mutex_);
    return values_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<T> values_;
};

// A suite that runs over every kind of network: TEST_P(FooOverNetworks, ...).
class OverNetworks : public testing::TestWithParam<std::string> {
 protected:
  NodeOptions options() { return {.context = network_->context()}; }
  bool run_until(const std::function<bool()>& condition) { return network_->run_until(condition); }

  std::unique_ptr<TestNetwork> network_ = make_test_network(GetParam());
};

std::vector<std::string> network_kinds();

#define OVER_ALL_NETWORKS(SUITE)                                            \
  INSTANTIATE_TEST_SUITE_P(Over, SUITE, testing::ValuesIn(network_kinds()), \
                           [](const auto& parameter) { return parameter.param; })

}  // namespace tandem
