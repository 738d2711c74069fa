// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench_list.h"
#include "middleware/dds_transport.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

const TypeId bytes_type{"std_msgs/msg/UInt8MultiArray", ""};
constexpr std::size_t small_bytes = 64;
constexpr std::size_t image_bytes = 640 * 480 * 3;
constexpr int rounds = 5000;
constexpr int warm_up_rounds = 500;
constexpr int images = 300;
constexpr auto image_period = std::chrono::microseconds(33'333);
constexpr int newcomers = 10;
constexpr auto patience = std::chrono::seconds(20);

bool wait_until(const std::function<bool()>& is_true) {
  const auto deadline = Clock::now() + patience;
  while (!is_true()) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

DdsOptions options(int domain) {
  DdsOptions options;
  options.domain_id = domain;
  options.range = DiscoveryRange::localhost;
  options.is_loopback_only = true;
  return options;
}

// Published, and by a node that is known.
bool has_topic(const GraphView& graph, const std::string& topic) {
  return std::ranges::any_of(graph.endpoints, [&](const EndpointInfo& endpoint) {
    return endpoint.is_publisher && endpoint.topic == topic && !endpoint.node.empty();
  });
}

// Another process of this program. It does its part until its standard input ends, and its result
// is what it wrote.
class Partner {
 public:
  Partner(const std::string& part, int domain) {
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
  ~Partner() { finish(); }
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;

  double finish() {
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

 private:
  pid_t child_ = -1;
  int input_ = -1;
  int output_ = -1;
  double result_ = -1;
};

void wait_for_end_of_input() {
  for (char letter = 0; read(STDIN_FILENO, &letter, 1) > 0;) {
  }
}

// Sends back what it hears.
void play_echo(int domain) {
  const auto transport = make_dds_transport(options(domain));
  const auto node = transport->join({.name = "echo"});
  const auto pong = node->publisher("/pong", bytes_type, qos::reliable);
  const auto ping = node->subscribe(
      "/ping", bytes_type, qos::reliable,
      [&](const SharedBytes& message, const MessageInfo&) { pong->publish(*message); });
  wait_for_end_of_input();
}

// Counts images and says how many came.
void play_viewer(int domain) {
  const auto transport = make_dds_transport(options(domain));
  const auto node = transport->join({.name = "viewer"});
  std::atomic<int> count = 0;
  const auto subscription = node->subscribe("/image", bytes_type, qos::image,
                                            [&](const SharedBytes& message, const MessageInfo&) {
                                              if (message->size() >= image_bytes) ++count;
                                            });
  // both sides must know of each other before the first image
  wait_until([&] { return subscription->publisher_count() == 1; });
  const auto ready = node->publisher("/ready", bytes_type, qos::reliable);
  wait_for_end_of_input();
  fmt::print("{}\n", count.load());
}

// Says how many milliseconds it took to see the node and its topic.
void play_newcomer(int domain) {
  const auto start = Clock::now();
  const auto transport = make_dds_transport(options(domain));
  const auto node = transport->join({.name = "newcomer"});
  const bool is_seen = wait_until([&] { return has_topic(transport->graph(), "/clock"); });
  const std::chrono::duration<double, std::milli> taken = Clock::now() - start;
  if (is_seen) fmt::print("{}\n", taken.count());
}

double percentile(std::vector<double>& values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

std::vector<BenchRow> measure_round_trip(int domain) {
  const std::string what = "64 B there and back between two processes";
  Partner echo("echo", domain);
  const auto transport = make_dds_transport(options(domain));
  const auto node = transport->join({.name = "tandem"});
  const auto ping = node->publisher("/ping", bytes_type, qos::reliable);
  const std::vector<std::byte> message(small_bytes, std::byte{0});

  // the answer's arrival sends the next question, as a control loop would
  std::vector<double> times_us;
  times_us.reserve(rounds);
  std::atomic<int> round = 0;
  Clock::time_point sent;
  const auto pong = node->subscribe(
      "/pong", bytes_type, qos::reliable, [&](const SharedBytes&, const MessageInfo&) {
        const auto now = Clock::now();
        if (round++ >= warm_up_rounds)
          times_us.push_back(std::chrono::duration<double, std::micro>(now - sent).count());
        if (round == warm_up_rounds + rounds) return;
        sent = Clock::now();
        ping->publish(message);
      });
  if (!wait_until([&] { return ping->subscriber_count() == 1 && pong->publisher_count() == 1; }))
    return {failed(what, "the other process was not found")};
  sent = Clock::now();
  ping->publish(message);
  if (!wait_until([&] { return round == warm_up_rounds + rounds; }))
    return {failed(what, "an answer did not come")};
  return {{.what = what + ", p50", .value = percentile(times_us, 0.5), .unit = "us", .target = 200},
          {.what = what + ", p99",
           .value = percentile(times_us, 0.99),
           .unit = "us",
           .target = 600,
           .note = fmt::format("longest {:.0f} us", times_us.back())}};
}

BenchRow measure_images(int domain) {
  const std::string what = "0.92 MB images at 30 Hz that arrive, best effort";
  Partner viewer("viewer", domain);
  const auto transport = make_dds_transport(options(domain));
  const auto node = transport->join({.name = "tandem"});
  const auto publisher = node->publisher("/image", bytes_type, qos::image);
  const auto is_ready = [&] {
    return publisher->subscriber_count() == 1 && has_topic(transport->graph(), "/ready");
  };
  if (!wait_until(is_ready)) return failed(what, "the other process was not found");

  const std::vector<std::byte> image(image_bytes, std::byte{0});
  double longest_us = 0;
  auto next = Clock::now();
  for (int i = 0; i < images; ++i) {
    std::this_thread::sleep_until(next);
    next += image_period;
    const auto start = Clock::now();
    publisher->publish(image);
    longest_us = std::max(longest_us,
                          std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  std::this_thread::sleep_until(next + 10 * image_period);  // what is still on its way
  return {.what = what,
          .value = 100 * viewer.finish() / images,
          .unit = "%",
          .target = 99,
          .is_smaller_better = false,
          .note = fmt::format("publishing took at most {:.0f} us", longest_us)};
}

BenchRow measure_newcomer(int domain) {
  const std::string what = "visible to a newcomer after";
  const auto transport = make_dds_transport(options(domain));
  const auto node = transport->join({.name = "tandem"});
  const auto publisher = node->publisher("/clock", bytes_type, qos::clock);
  double longest_ms = 0;
  for (int i = 0; i < newcomers; ++i) {
    Partner newcomer("newcomer", domain);
    const double taken_ms = newcomer.finish();
    if (taken_ms < 0) return failed(what, "a newcomer did not see the node");
    longest_ms = std::max(longest_ms, taken_ms);
  }
  return {.what = what,
          .value = longest_ms / 1000,
          .unit = "s",
          .target = 1,
          .note = fmt::format("longest of {}", newcomers)};
}

}  // namespace

void play_ros_part(const std::string& part, int domain) {
  if (part == "echo") play_echo(domain);
  if (part == "viewer") play_viewer(domain);
  if (part == "newcomer") play_newcomer(domain);
}

std::vector<BenchRow> bench_ros() {
  const int domain = 1 + getpid() % 100;
  std::vector<BenchRow> rows = measure_round_trip(domain);
  rows.push_back(measure_images(domain));
  rows.push_back(measure_newcomer(domain));
  return rows;
}

}  // namespace tandem
