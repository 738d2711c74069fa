// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/tapped_transport.h"

#include <gmock/gmock.h>

#include <utility>

#include "messages/cdr.h"
#include "messages/std_msgs.h"

namespace tandem {
namespace {

using std_msgs::msg::String;
using testing::ElementsAre;

// A network of nobody else: what is published comes back to who subscribed.
class Loop final : public Transport {
 public:
  std::unique_ptr<TransportNode> join(const NodeName&) override {
    return std::make_unique<Joined>(*this);
  }
  GraphView graph() const override { return {}; }
  void on_graph_change(std::function<void()>) override {}

 private:
  struct Sender final : RawPublisher {
    explicit Sender(Loop& owner) : loop(owner) {}
    void publish(std::span<const std::byte> message) override {
      if (loop.on_message_)
        loop.on_message_(
            std::make_shared<const std::vector<std::byte>>(message.begin(), message.end()), {});
    }
    int subscriber_count() const override { return 0; }
    bool is_all_acknowledged() const override { return true; }
    PublisherStats stats() const override { return {}; }
    Gid gid() const override { return {}; }
    Loop& loop;
  };
  struct Receiver final : RawSubscription {
    int publisher_count() const override { return 0; }
    int aware_publisher_count() const override { return 0; }
    std::uint64_t lost() const override { return 0; }
  };
  struct Joined final : TransportNode {
    explicit Joined(Loop& owner) : loop(owner) {}
    std::unique_ptr<RawPublisher> publisher(const std::string&, const TypeId&,
                                            const Qos&) override {
      return std::make_unique<Sender>(loop);
    }
    std::unique_ptr<RawSubscription> subscribe(const std::string&, const TypeId&, const Qos&,
                                               OnMessage on_message) override {
      loop.on_message_ = std::move(on_message);
      return std::make_unique<Receiver>();
    }
    std::unique_ptr<RawServer> serve(const std::string&, const ServiceTypeId&, OnRequest) override {
      return nullptr;
    }
    std::unique_ptr<RawClient> client(const std::string&, const ServiceTypeId&,
                                      OnResponse) override {
      return nullptr;
    }
    Loop& loop;
  };

  OnMessage on_message_;
};

// Writes down what it sees: "> /a hello".
class Notes final : public MessageTap {
 public:
  std::unique_ptr<TopicTap> published(const std::string& topic, const TypeId&,
                                      const Qos&) override {
    if (topic == "/unseen") return nullptr;
    return std::make_unique<Topic>(*this, "> " + topic);
  }
  std::unique_ptr<TopicTap> received(const std::string& topic, const TypeId&, const Qos&) override {
    return std::make_unique<Topic>(*this, "< " + topic);
  }
  std::vector<std::string> lines;

 private:
  struct Topic final : TopicTap {
    Topic(Notes& owner, std::string words) : notes(owner), name(std::move(words)) {}
    bool is_wanted() const override { return true; }
    void take(std::span<const std::byte> message) override {
      notes.lines.push_back(name + " " + from_cdr<String>(message)->data);
    }
    Notes& notes;
    std::string name;
  };
};

TEST(TappedTransport, SeesWhatIsPublishedAndReceived) {
  const auto notes = std::make_shared<Notes>();
  const auto transport = tap_transport(std::make_unique<Loop>(), notes);
  const auto node = transport->join({.name = "n"});
  std::vector<std::string> heard;
  const auto subscription =
      node->subscribe("/b", {}, {}, [&](const SharedBytes& bytes, const MessageInfo&) {
        heard.push_back(from_cdr<String>(*bytes)->data);
      });
  const auto publisher = node->publisher("/a", {}, {});
  publisher->publish(to_cdr(String{.data = "hello"}));
  EXPECT_THAT(notes->lines, ElementsAre("> /a hello", "< /b hello"));
  EXPECT_THAT(heard, ElementsAre("hello"));
}

TEST(TappedTransport, CountsAsASubscriber) {
  const auto transport = tap_transport(std::make_unique<Loop>(), std::make_shared<Notes>());
  const auto node = transport->join({.name = "n"});
  EXPECT_EQ(node->publisher("/a", {}, {})->subscriber_count(), 1);
  EXPECT_EQ(node->publisher("/unseen", {}, {})->subscriber_count(), 0);
}

}  // namespace
}  // namespace tandem
