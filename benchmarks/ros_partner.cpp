// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ros_partner.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace tandem {

DdsOptions bench_network(int domain) {
  DdsOptions options;
  options.domain_id = domain;
  options.range = DiscoveryRange::localhost;
  options.is_loopback_only = true;
  return options;
}

bool wait_until(const std::function<bool()>& is_true) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  while (!is_true()) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

PartnerProcess::PartnerProcess(const std::string& part, int domain) {
  int to_child[2], from_child[2];
  if (pipe(to_child) != 0 || pipe(from_child) != 0) return;
  const std::string domain_text = std::to_string(domain);
  child_ = fork();
  if (child_ == 0) {
    dup2(to_child[0], STDIN_FILENO);
    dup2(from_child[1], STDOUT_FILENO);
    for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]}) close(end);
    execl("/proc/self/exe", "tandem", "bench", "ros", "--part", part.c_str(), "--domain",
          domain_text.c_str(), nullptr);
    _exit(127);
  }
  close(to_child[0]);
  close(from_child[1]);
  input_ = to_child[1];
  output_ = from_child[0];
}

bool PartnerProcess::wait_for_line() {
  for (char letter = 0; child_ > 0 && read(output_, &letter, 1) > 0;)
    if (letter == '\n') return true;
  return false;
}

double PartnerProcess::finish() {
  if (child_ <= 0) return result_;
  close(input_);
  std::string text;
  char buffer[256];
  for (ssize_t size = 0; (size = read(output_, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(size));
  close(output_);
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  result_ = text.empty() ? -1 : std::atof(text.c_str());
  return result_;
}

void wait_for_end_of_input() {
  for (char letter = 0; read(STDIN_FILENO, &letter, 1) > 0;) {
  }
}

}  // namespace tandem
