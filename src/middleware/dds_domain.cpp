// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_domain.h"

#include <fmt/format.h>

#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <stdexcept>
#include <utility>

#include "base/log.h"
#include "messages/rmw_dds_common.h"
#include "messages/type_hash.h"
#include "middleware/dds_discovery.h"
#include "middleware/dds_gate.h"
#include "middleware/dds_library.h"
#include "middleware/dds_names.h"
#include "middleware/dds_raw_type.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;

// Changes that come in bursts are told once per this time.
constexpr auto announcement_pause = 20ms;
constexpr auto telling_pause = 5ms;
// A peer's endpoint is often known before its node's name, and a node's end after it has come
// again.
constexpr auto name_patience = 1s;

}  // namespace

// The writer and the reader of ros_discovery_info.
class DdsDomain::Announcer : private dds::DataWriterListener, private dds::DataReaderListener {
 public:
  Announcer(DdsDomain& domain, DdsParticipant& participant)
      : domain_(domain), participant_(participant) {
    const DdsParticipant::Endpoint endpoint{
        .topic = "ros_discovery_info",
        .type = {.name = std::string(rmw_dds_common::msg::ParticipantEntitiesInfo::type_name),
                 .hash = domain.options_.has_humble_gids
                             ? std::string{}
                             : type_hash<rmw_dds_common::msg::ParticipantEntitiesInfo>()},
        .qos = qos::latched};
    writer_ = participant.make_writer(endpoint, *this);
    // every participant's last word, however many there are
    DdsParticipant::Endpoint incoming = endpoint;
    incoming.qos.keeps_all = true;
    reader_ = participant.make_reader(incoming, *this);
  }
  ~Announcer() {
    participant_.remove(reader_);
    participant_.remove(writer_);
  }

  void announce() {
    const auto bytes =
        to_bytes(domain_.graph_.announcement(participant_.gid()), domain_.options_.has_humble_gids);
    RawSample sample{.outgoing = bytes};
    writer_->write(&sample);
  }

 private:
  void on_data_available(dds::DataReader* reader) override {
    RawSample sample;
    dds::SampleInfo info;
    while (take_message(*reader, sample, info)) {
      const Result<Announcement> announcement = to_announcement(*sample.incoming);
      if (!announcement)
        log(LogLevel::debug, announcement.error());
      else if (domain_.graph_.set_nodes(*announcement))
        domain_.graph_changed();
    }
  }

  DdsDomain& domain_;
  DdsParticipant& participant_;
  dds::DataWriter* writer_ = nullptr;
  dds::DataReader* reader_ = nullptr;
};

DdsDomain::DdsDomain(const DdsOptions& options)
    : options_(options),
      discovery_(std::make_unique<DdsDiscovery>(
          graph_,
          DdsDiscovery::Handlers{
              .on_change = [this] { graph_changed(); },
              .on_mismatch = [this](auto mismatches) { complain(std::move(mismatches)); }})) {
  set_up_library();
  participants_.push_back(std::make_unique<DdsParticipant>(options_, DdsParticipant::Role::first,
                                                           traffic_, discovery_.get()));
  graph_.add_own_participant(prefix_of(participants_.front()->gid()));
  announcer_ = std::make_unique<Announcer>(*this, *participants_.front());
}

DdsDomain::~DdsDomain() {
  worker_.stop();
  outbox_.reset();
  announcer_.reset();
  participants_.clear();
}

void DdsDomain::place(const std::function<bool(DdsParticipant&)>& make) {
  if (DdsGate::is_inside())
    throw std::logic_error("an endpoint cannot be made inside of a transport's callback");
  const std::lock_guard lock(participants_mutex_);
  for (const auto& participant : participants_)
    if (make(*participant)) return;

  participants_.push_back(
      std::make_unique<DdsParticipant>(options_, DdsParticipant::Role::annex, traffic_, nullptr));
  graph_.add_own_participant(prefix_of(participants_.back()->gid()));
  make(*participants_.back());
}

DdsOutbox& DdsDomain::outbox() {
  const std::lock_guard lock(participants_mutex_);
  if (!outbox_)
    outbox_ = std::make_unique<DdsOutbox>(traffic_, DdsParticipant::paced_bytes_per_period /
                                                        (DdsParticipant::paced_period_ms * 1e-3));
  return *outbox_;
}

void DdsDomain::dispose(std::function<void()> removal) {
  if (DdsGate::is_inside())
    worker_.post(std::move(removal));
  else
    removal();
}

void DdsDomain::add_endpoint(DdsGraph::NodeId node, const DdsParticipant::Endpoint& endpoint,
                             bool is_publisher, const Gid& gid) {
  DdsGraph::Endpoint entry{.info = {.topic = ros_topic_name(endpoint.topic),
                                    .type = endpoint.type,
                                    .qos = endpoint.qos,
                                    .is_publisher = is_publisher,
                                    .gid = gid},
                           .promise = {.is_reliable = is_publisher ? endpoint.qos.offers_reliable
                                                                   : endpoint.qos.requests_reliable,
                                       .durability = endpoint.qos.is_latched ? 1 : 0}};
  auto mismatches = graph_.add_own(node, std::move(entry));
  if (!mismatches.empty()) complain(std::move(mismatches));
  announce();
  graph_changed();
}

void DdsDomain::remove_endpoint(const Gid& gid) {
  graph_.remove_own(gid);
  announce();
  graph_changed();
}

void DdsDomain::announce() {
  if (is_announcing_.exchange(true)) return;
  worker_.post_at(next_announcement_, [this] {
    is_announcing_ = false;
    next_announcement_ = DdsWorker::Clock::now() + announcement_pause;
    announcer_->announce();
  });
}

void DdsDomain::look_for_clashes() {
  if (is_looking_.exchange(true)) return;
  worker_.post_at(DdsWorker::Clock::now() + name_patience, [this] {
    is_looking_ = false;
    for (const std::string& name : graph_.new_clashes())
      log(LogLevel::warning,
          fmt::format("two nodes of ROS domain {} are called {}, and what is said to one goes to "
                      "both: end one of them, or give it another name (--ros-args -r __node:=...) "
                      "or domain (ROS_DOMAIN_ID)",
                      options_.domain_id, name));
  });
}

void DdsDomain::graph_changed() {
  look_for_clashes();
  if (is_telling_.exchange(true)) return;
  worker_.post_at(next_telling_, [this] {
    is_telling_ = false;
    next_telling_ = DdsWorker::Clock::now() + telling_pause;
    const std::lock_guard lock(callback_mutex_);
    const auto callback = on_graph_change_;
    if (callback) callback();
  });
}

void DdsDomain::on_graph_change(std::function<void()> callback) {
  const std::lock_guard lock(callback_mutex_);
  on_graph_change_ = std::move(callback);
}

void DdsDomain::complain(std::vector<DdsGraph::Mismatch> mismatches) {
  worker_.post_at(DdsWorker::Clock::now() + name_patience, [this, mismatches] {
    for (const DdsGraph::Mismatch& mismatch : mismatches) {
      if (graph_.is_settled(mismatch)) continue;
      std::string peer = graph_.node_of(mismatch.theirs);
      if (peer.empty()) peer = fmt::format("{:02x}", fmt::join(mismatch.theirs, ""));
      log(LogLevel::warning, fmt::format("{}: {} and {} cannot talk, {}", ros_name(mismatch.topic),
                                         graph_.node_of(mismatch.ours), peer, mismatch.reason));
    }
  });
}

}  // namespace tandem
