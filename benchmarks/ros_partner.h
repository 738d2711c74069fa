// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "middleware/dds_transport.h"

namespace tandem {

// What the benches over ROS 2 share: a network that no packet of leaves the machine, and other
// processes in it.
DdsOptions bench_network(int domain);

// False when it did not become true in 20 s.
bool wait_until(const std::function<bool()>& is_true);

// Another process of this program. It does its part until its standard input ends, and its result
// is what it wrote.
class PartnerProcess {
 public:
  PartnerProcess(const std::string& part, int domain);
  ~PartnerProcess() { finish(); }
  PartnerProcess(const PartnerProcess&) = delete;
  PartnerProcess& operator=(const PartnerProcess&) = delete;

  // Waits until it has written a line, which is no result; false when it ended without.
  bool wait_for_line();
  // Its result; -1 without one.
  double finish();

 private:
  pid_t child_ = -1;
  int input_ = -1;
  int output_ = -1;
  double result_ = -1;
};

// For the partner.
void wait_for_end_of_input();

}  // namespace tandem
