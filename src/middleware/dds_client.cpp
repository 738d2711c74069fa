// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_client.h"

#include <algorithm>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <random>
#include <set>
#include <utility>

#include "middleware/dds_audience.h"
#include "middleware/dds_dialect.h"
#include "middleware/dds_discovery.h"
#include "middleware/dds_gate.h"
#include "middleware/dds_names.h"
#include "middleware/dds_raw_type.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

// Answers in Cyclone's dialect go to every client of a service; this tells them apart.
std::uint64_t random_id() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

}  // namespace

class DdsClient::Listener : public dds::DataWriterListener, public dds::DataReaderListener {
 public:
  Listener(DdsDomain& domain, OnResponse on_response)
      : domain_(domain), on_response_(std::move(on_response)) {}

  void on_data_available(dds::DataReader* from) override {
    RawSample sample;
    dds::SampleInfo info;
    while (take_message(*from, sample, info)) {
      std::int64_t sequence = 0;
      if (is_for_us(info, from->guid(), sample.incoming, sequence))
        gate.pass([&] { on_response_(std::move(sample.incoming), sequence); });
    }
  }

  void on_publication_matched(dds::DataWriter*,
                              const dds::PublicationMatchedStatus& status) override {
    const Gid gid = to_gid(rtps::iHandle2GUID(status.last_subscription_handle));
    {
      const std::lock_guard lock(mutex_);
      if (status.current_count_change > 0)
        servers_.add(gid);
      else
        servers_.remove(gid);
    }
    domain_.graph_changed();
    domain_.worker().post_at(DdsWorker::Clock::now() + DdsAudience::patience,
                             [&domain = domain_] { domain.graph_changed(); });
  }
  void on_subscription_matched(dds::DataReader*,
                               const dds::SubscriptionMatchedStatus& status) override {
    const Gid gid = to_gid(rtps::iHandle2GUID(status.last_publication_handle));
    {
      const std::lock_guard lock(mutex_);
      if (status.current_count_change > 0)
        reply_writers_.insert(gid);
      else
        reply_writers_.erase(gid);
    }
    domain_.graph_changed();
  }

  void meet_servers(DdsAcquaintance& acquaintance) {
    const std::lock_guard lock(mutex_);
    servers_.meet(acquaintance, to_gid(writer->guid()),
                  [&domain = domain_] { domain.graph_changed(); });
  }

  // The participant of a server that hears and is heard; nothing without one.
  std::optional<GidPrefix> server() const {
    const std::lock_guard lock(mutex_);
    for (const Gid& speaking : reply_writers_)
      if (servers_.hears_any_of(prefix_of(speaking))) return prefix_of(speaking);
    return std::nullopt;
  }

  std::int64_t request(std::span<const std::byte> message) {
    const auto found = server();
    RawSample sample{.outgoing = message};
    rtps::WriteParams params;
    const std::lock_guard lock(request_mutex_);
    if (found && speaks_cyclone(*found)) {
      const auto header = to_bytes(CycloneHeader{.client = id_, .sequence = ++last_sequence_});
      sample.header = header;
      writer->write(&sample, params);
      return last_sequence_;
    }
    params.related_sample_identity().writer_guid(reader->guid());
    // RTPS numbers what was written; what could not be written will not be answered
    if (writer->write(&sample, params))
      last_sequence_ = std::max(
          last_sequence_,
          static_cast<std::int64_t>(params.sample_identity().sequence_number().to64long()));
    else
      ++last_sequence_;
    return last_sequence_;
  }

  DdsGate gate;
  dds::DataWriter* writer = nullptr;
  dds::DataReader* reader = nullptr;

 private:
  bool is_for_us(const dds::SampleInfo& info, const rtps::GUID_t& own_reader, SharedBytes& message,
                 std::int64_t& sequence) const {
    if (speaks_cyclone(prefix_of(to_gid(info.sample_identity.writer_guid())))) {
      auto split = split_cyclone(*message);
      if (!split || split->header.client != id_) return false;
      message = std::move(split->message);
      sequence = split->header.sequence;
      return true;
    }
    const rtps::SampleIdentity& question = info.related_sample_identity;
    sequence = static_cast<std::int64_t>(question.sequence_number().to64long());
    return question.writer_guid() == own_reader ||
           (writer && question.writer_guid() == writer->guid());
  }

  DdsDomain& domain_;
  const OnResponse on_response_;
  const std::uint64_t id_ = random_id();
  mutable std::mutex mutex_;
  DdsAudience servers_{DdsAudience::Of::writer};
  std::set<Gid> reply_writers_;
  std::mutex request_mutex_;
  std::int64_t last_sequence_ = 0;
};

DdsClient::DdsClient(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node,
                     const std::string& service, const ServiceTypeId& type, OnResponse on_response)
    : domain_(std::move(domain)),
      listener_(std::make_shared<Listener>(*domain_, std::move(on_response))) {
  const DdsParticipant::Endpoint requests{
      .topic = dds_request_name(service), .type = type.request, .qos = service_qos};
  const DdsParticipant::Endpoint replies{
      .topic = dds_reply_name(service), .type = type.response, .qos = service_qos};
  domain_->place([&](DdsParticipant& participant) {
    participant_ = &participant;
    listener_->writer = participant.make_writer(requests, *listener_);
    if (!listener_->writer) return false;
    listener_->reader = participant.make_reader(replies, *listener_);
    if (!listener_->reader) participant.remove(std::exchange(listener_->writer, nullptr));
    return listener_->reader != nullptr;
  });
  listener_->meet_servers(participant_->acquaintance());
  writer_gid_ = to_gid(listener_->writer->guid());
  reader_gid_ = to_gid(listener_->reader->guid());
  domain_->add_endpoint(node, requests, true, writer_gid_);
  domain_->add_endpoint(node, replies, false, reader_gid_);
}

DdsClient::~DdsClient() {
  listener_->gate.close();
  domain_->remove_endpoint(writer_gid_);
  domain_->remove_endpoint(reader_gid_);
  domain_->dispose([participant = participant_, listener = std::move(listener_)] {
    participant->remove(listener->reader);
    participant->remove(listener->writer);
  });
}

std::int64_t DdsClient::request(std::span<const std::byte> request) {
  return listener_->request(request);
}

bool DdsClient::is_server_ready() const { return listener_->server().has_value(); }

}  // namespace tandem
