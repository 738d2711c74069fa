// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench_list.h"
#include "middleware/dds_testing.h"
#include "middleware/dds_transport.h"
#include "ros_partner.h"
#include "ros_port_bench.h"

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

// Published, and by a node that is known.
bool has_topic(const GraphView& graph, const std::string& topic) {
  return std::ranges::any_of(graph.endpoints, [&](const EndpointInfo& endpoint) {
    return endpoint.is_publisher && endpoint.topic == topic && !endpoint.node.empty();
  });
}

// Sends back what it hears.
void play_echo(int domain) {
  const auto transport = make_dds_transport(bench_network(domain));
  const auto node = transport->join({.name = "echo"});
  const auto pong = node->publisher("/pong", bytes_type, qos::reliable);
  const auto ping = node->subscribe(
      "/ping", bytes_type, qos::reliable,
      [&](const SharedBytes& message, const MessageInfo&) { pong->publish(*message); });
  wait_for_end_of_input();
}

// Counts images and says how many came.
void play_viewer(int domain) {
  const auto transport = make_dds_transport(bench_network(domain));
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
  const auto transport = make_dds_transport(bench_network(domain));
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
  PartnerProcess echo("echo", domain);
  const auto transport = make_dds_transport(bench_network(domain));
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
  PartnerProcess viewer("viewer", domain);
  const auto transport = make_dds_transport(bench_network(domain));
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
  const auto transport = make_dds_transport(bench_network(domain));
  const auto node = transport->join({.name = "tandem"});
  const auto publisher = node->publisher("/clock", bytes_type, qos::clock);
  double longest_ms = 0;
  for (int i = 0; i < newcomers; ++i) {
    PartnerProcess newcomer("newcomer", domain);
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
  play_ros_port_part(part, domain);
}

std::vector<BenchRow> bench_ros() {
  const int domain = testing_dds::own_domain();  // tests on this machine stay out of it
  std::vector<BenchRow> rows = measure_round_trip(domain);
  rows.push_back(measure_images(domain));
  rows.push_back(measure_newcomer(domain));
  std::ranges::move(measure_ros_port(domain), std::back_inserter(rows));
  return rows;
}

}  // namespace tandem
