// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Two of our own processes: the test and the program in peer/.
#include <gmock/gmock.h>
#include <malloc.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string_view>

#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "middleware/dds_context.h"
#include "middleware/parameter_client.h"
#include "middleware/test_counter.h"
#include "middleware/test_network.h"
#include "middleware/test_peer.h"

namespace tandem {

namespace {

using std_msgs::msg::ByteMultiArray;
using std_srvs::srv::SetBool;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_dds::eventually;

class Processes : public testing::Test {
 protected:
  std::shared_ptr<Context> context_ = dds_context(testing_dds::loopback());
  Node node_{"asker", {.context = context_}};
};

struct Heard {
  Seen<int> feedback;
  Seen<std::string> ends;
};

GoalCallbacks<Count> into(const std::shared_ptr<Heard>& heard) {
  return {.on_rejected = [heard](const std::string& why) { heard->ends.add(why); },
          .on_feedback = [heard](const Count::Feedback& it) { heard->feedback.add(it.now); },
          .on_result =
              [heard](const Result<Outcome<Count>>& it) {
                heard->ends.add(it ? std::string(to_string(it->status)) : it.error());
              }};
}

std::size_t count_files(const char* folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_own_heap = true;  // of the sanitizer, which looks for leaks itself
#else
constexpr bool has_own_heap = false;
#endif

// Bytes that this process has allocated and not freed.
double heap_in_use() {
  char* text = nullptr;
  std::size_t size = 0;
  FILE* stream = open_memstream(&text, &size);
  malloc_info(0, stream);
  std::fclose(stream);
  std::string_view totals(text, size);
  totals.remove_prefix(totals.rfind("</heap>"));  // behind those of single threads
  const auto bytes = [&](std::string_view of) {
    const std::size_t place = totals.find("size=", totals.find(of));
    return std::strtod(totals.data() + place + 6, nullptr);
  };
  const double in_use =
      bytes("\"current\"") - bytes("\"fast\"") - bytes("\"rest\"") + bytes("\"mmap\"");
  std::free(text);
  return in_use;
}

// How often things come and go: a few hundred times, or as the environment says.
int cycles() {
  const char* wanted = std::getenv("TANDEM_CYCLES");
  return wanted ? std::atoi(wanted) : 200;
}

}  // namespace

TEST_F(Processes, CallEachOther) {
  TestPeer peer;
  auto client = node_.client<SetBool>("switch");
  for (const bool wanted : {true, false}) {
    const auto answer = client.call_and_wait({.data = wanted}, 30s);
    ASSERT_TRUE(answer) << answer.error();
    EXPECT_EQ(answer->message, wanted ? "on" : "off");
  }
  EXPECT_EQ(peer.leave(), 0);
  EXPECT_TRUE(eventually([&] { return !client.is_server_ready(); }));
}

TEST_F(Processes, ExchangeLargeMessages) {
  TestPeer peer;
  Seen<std::vector<std::byte>> heard;
  auto sound = node_.publisher<ByteMultiArray>("sound");
  auto echo = node_.subscribe<ByteMultiArray>(
      "echo", qos::reliable, [&](const ByteMultiArray& it) { heard.add(it.data); });
  ASSERT_TRUE(
      eventually([&] { return sound.subscriber_count() == 1 && echo.publisher_count() == 1; }));
  std::vector<std::byte> data(300'000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i % 251);
  // the peer may still have to see that we listen
  ASSERT_TRUE(eventually([&] {
    sound.publish({.data = data});
    return heard.count() > 0;
  }));
  EXPECT_EQ(heard.all()[0], data);
}

TEST_F(Processes, ActForEachOther) {
  TestPeer peer;
  auto client = node_.action_client<Count>("count");
  ASSERT_TRUE(client.wait_for_server(30s));

  // as in ROS 2, feedback may be lost before the peer knows that we listen to it; not after that
  const auto canceled = std::make_shared<Heard>();
  const ClientGoal goal = client.send_goal({.target = 1000}, into(canceled));
  ASSERT_TRUE(eventually([&] { return canceled->feedback.count() > 0; }));
  goal.cancel();
  ASSERT_TRUE(eventually([&] { return canceled->ends.count() == 1; }));
  EXPECT_THAT(canceled->ends.all(), ElementsAre("canceled"));

  const auto done = std::make_shared<Heard>();
  client.send_goal({.target = 3}, into(done));
  ASSERT_TRUE(eventually([&] { return done->ends.count() == 1; }));
  EXPECT_THAT(done->ends.all(), ElementsAre("succeeded"));
  EXPECT_THAT(done->feedback.all(), ElementsAre(1, 2, 3));

  const auto rejected = std::make_shared<Heard>();
  client.send_goal({.target = -1}, into(rejected));
  ASSERT_TRUE(eventually([&] { return rejected->ends.count() == 1; }));
  EXPECT_THAT(rejected->ends.all()[0], HasSubstr("rejected"));

  const auto preempted = std::make_shared<Heard>();
  const auto preempting = std::make_shared<Heard>();
  client.send_goal({.target = 1000}, into(preempted));
  ASSERT_TRUE(eventually([&] { return preempted->feedback.count() > 0; }));
  client.send_goal({.target = 2}, into(preempting));
  ASSERT_TRUE(eventually([&] { return preempting->ends.count() == 1; }));
  EXPECT_THAT(preempted->ends.all(), ElementsAre("aborted"));
  EXPECT_THAT(preempting->ends.all(), ElementsAre("succeeded"));
  EXPECT_EQ(client.open_goals(), 0);
}

TEST_F(Processes, SeeEachOthersParameters) {
  TestPeer peer({"-p", "step_ms:=4", "-r", "__ns:=/lab"});
  ParameterClient remote(node_, "/lab/peer");
  ASSERT_TRUE(remote.wait_for_node(30s));
  const auto names = remote.list(30s);
  ASSERT_TRUE(names) << names.error();
  EXPECT_THAT(*names, ElementsAre("step_ms", "use_sim_time"));
  EXPECT_EQ(remote.get({"step_ms"}, 30s)->at(0), ParameterValue(std::int64_t{4}));
  EXPECT_EQ(remote.set({{"step_ms", std::int64_t{2}}}, 30s)->at(0), "");
  EXPECT_THAT(remote.set({{"step_ms", std::int64_t{0}}}, 30s)->at(0), HasSubstr("from 1 to 100"));
  EXPECT_EQ(remote.get({"step_ms"}, 30s)->at(0), ParameterValue(std::int64_t{2}));
}

TEST_F(Processes, APeerThatIsKilledInTheMiddleOfACallIsATimeout) {
  auto client = node_.client<SetBool>("stuck");
  auto actions = node_.action_client<Count>("count");
  Seen<std::string> errors;
  const auto goal = std::make_shared<Heard>();
  {
    TestPeer peer;
    ASSERT_TRUE(client.wait_for_server(30s));
    ASSERT_TRUE(actions.wait_for_server(30s));
    actions.send_goal({.target = 1000}, into(goal), {.result_timeout = 2s});
    ASSERT_TRUE(eventually([&] { return goal->feedback.count() > 0; }));
    client.call({}, 1s, [&](const auto& answer) { errors.add(answer.error()); });
    peer.kill();
  }
  ASSERT_TRUE(eventually([&] { return errors.count() == 1 && goal->ends.count() == 1; }));
  EXPECT_THAT(errors.all(), ElementsAre("/stuck: no answer within 1 s"));
  EXPECT_THAT(goal->ends.all(), ElementsAre("/count/_action/get_result: no answer within 2 s"));
  EXPECT_EQ(client.pending(), 0);
  EXPECT_EQ(actions.open_goals(), 0);

  // The next one that comes is asked in its place, once it is known: until the network notices the
  // death of the first, questions may go there and be lost.
  TestPeer next;
  auto working = node_.client<SetBool>("switch");
  EXPECT_TRUE(eventually([&] { return !!working.call_and_wait({.data = true}, 500ms); }));
}

TEST_F(Processes, SomebodyWhoWaitsForAKilledPeerIsReleased) {
  auto client = node_.client<SetBool>("stuck");
  TestPeer peer;
  ASSERT_TRUE(client.wait_for_server(30s));
  peer.kill();
  EXPECT_EQ(client.call_and_wait({}, 500ms).error(), "/stuck: no answer within 0.5 s");
  EXPECT_EQ(client.pending(), 0);
}

TEST_F(Processes, AFrozenPeerHoldsNobodyUp) {
  TestPeer frozen, well;
  Seen<std::vector<std::byte>> heard;
  auto sound = node_.publisher<ByteMultiArray>("sound");
  auto echo = node_.subscribe<ByteMultiArray>(
      "echo", qos::reliable, [&](const ByteMultiArray& it) { heard.add(it.data); });
  const auto echoes_of = [&](std::size_t size) {
    return std::ranges::count_if(heard.all(), [&](const auto& it) { return it.size() == size; });
  };
  ASSERT_TRUE(
      eventually([&] { return sound.subscriber_count() == 2 && echo.publisher_count() == 2; }));
  ASSERT_TRUE(eventually([&] {
    sound.publish({.data = std::vector<std::byte>(1)});
    return echoes_of(1) >= 2;
  }));

  frozen.freeze();
  const double heap = heap_in_use();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 5000; ++i) sound.publish({.data = std::vector<std::byte>(300)});
  for (int i = 0; i < 20; ++i) sound.publish({.data = std::vector<std::byte>(300'000)});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
  // what nobody has acknowledged yet is bounded
  if (!has_own_heap) {
    EXPECT_LT(heap_in_use() - heap, 50e6);
  }
  EXPECT_TRUE(eventually([&] {
    sound.publish({.data = std::vector<std::byte>(2)});
    return echoes_of(2) >= 1;
  }));

  frozen.thaw();
  EXPECT_TRUE(eventually([&] {
    const auto before = echoes_of(3);
    sound.publish({.data = std::vector<std::byte>(3)});
    return eventually([&] { return echoes_of(3) >= before + 2; }, 1s);
  }));
}

TEST_F(Processes, NodesComeAndGoWithoutATrace) {
  TestPeer peer;
  auto client = node_.client<SetBool>("switch");
  ASSERT_TRUE(client.wait_for_server(30s));
  const auto once = [&] {
    Node node("visitor", {.context = context_});
    auto sound = node.publisher<ByteMultiArray>("sound");
    auto echo = node.subscribe<ByteMultiArray>("echo", qos::reliable, [](const auto&) {});
    auto stuck = node.client<SetBool>("stuck");
    stuck.call({}, 30s, [](const auto&) {});
    auto count = node.action_client<Count>("count");
    TestCounter counter(node, 5ms);
    auto timer = node.timer(1ms, [] {});
    sound.publish({.data = std::vector<std::byte>(100)});
  };
  once();
  const double heap = heap_in_use();
  const std::size_t threads = count_files("/proc/self/task");
  const std::size_t files = count_files("/proc/self/fd");
  for (int i = 0; i < cycles(); ++i) once();
  EXPECT_TRUE(eventually([&] { return count_files("/proc/self/task") <= threads; }));
  EXPECT_TRUE(eventually([&] { return count_files("/proc/self/fd") <= files; }));

  // Fast DDS keeps 90 bytes of every endpoint that ever had a peer, in pools that double (decision
  // 9)
  const double growth = heap_in_use() - heap;
  RecordProperty("growth_bytes", std::to_string(std::llround(growth)));
  if (!has_own_heap) {
    EXPECT_LT(growth, 5e6 + 3.5e3 * cycles()) << "bytes for " << cycles() << " cycles";
  }

  // both sides are well, and nobody remembers the visitors
  const auto answer = client.call_and_wait({.data = true}, 30s);
  EXPECT_TRUE(answer) << answer.error();
  EXPECT_TRUE(eventually([&] {
    const GraphView graph = node_.graph();
    return graph.nodes == std::vector<std::string>{"/asker", "/peer"} &&
           std::ranges::none_of(graph.endpoints, [](const EndpointInfo& endpoint) {
             return endpoint.node == "/visitor";
           });
  }));
}

// Who goes inside of a callback cannot wait for the end of the network; the end of the process
// does.
TEST_F(Processes, MayEndWhileTheirNetworkEnds) {
  for (int i = 0; i < 20; ++i) {
    TestPeer peer({"--vanish"});
    EXPECT_EQ(peer.leave(), 0) << "at attempt " << i;
  }
}

TEST_F(Processes, ComeAndGoWithoutATrace) {
  for (int i = 0; i < 5; ++i) {
    TestPeer peer;
    ASSERT_TRUE(eventually([&] { return node_.graph().nodes.size() == 2; }));
    EXPECT_EQ(peer.leave(), 0);
    ASSERT_TRUE(eventually([&] { return node_.graph().nodes.size() == 1; }));
  }
}

}  // namespace tandem
