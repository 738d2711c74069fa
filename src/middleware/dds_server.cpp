// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <map>
#include <utility>
#include <vector>

#include "base/log.h"
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

constexpr auto reader_patience = 5s;        // discovery takes a second or two
constexpr std::size_t most_waiting = 1000;  // answers; more clients do not come at once
constexpr std::size_t most_cyclone_clients = 10'000;

bool is_reader(const Gid& gid) { return gid.back() & 0x04; }

}  // namespace

class DdsServer::Listener : public dds::DataWriterListener,
                            public dds::DataReaderListener,
                            public std::enable_shared_from_this<Listener> {
 public:
  Listener(DdsDomain& domain, std::string service, OnRequest on_request)
      : domain_(domain), service_(std::move(service)), on_request_(std::move(on_request)) {}

  void on_data_available(dds::DataReader* from) override {
    RawSample sample;
    dds::SampleInfo info;
    while (take_message(*from, sample, info)) {
      RequestId id;
      if (!identify(info, sample.incoming, id)) continue;
      gate.pass([&] { on_request_(std::move(sample.incoming), id); });
    }
  }

  void on_publication_matched(dds::DataWriter*,
                              const dds::PublicationMatchedStatus& status) override {
    const Gid gid = to_gid(rtps::iHandle2GUID(status.last_subscription_handle));
    {
      const std::lock_guard lock(mutex_);
      if (status.current_count_change > 0) {
        clients_.add(gid);
      } else {
        clients_.remove(gid);
        std::erase_if(cyclone_clients_,
                      [&](const auto& client) { return client.second == prefix_of(gid); });
      }
      if (waiting_.empty()) return;
    }
    send_waiting_soon(DdsWorker::Clock::now() + DdsAudience::patience);
  }

  void meet_clients(DdsAcquaintance& acquaintance) {
    const std::lock_guard lock(mutex_);
    clients_.meet(acquaintance, to_gid(writer->guid()),
                  [this] { send_waiting_soon(DdsWorker::Clock::now()); });
  }

  void respond(const RequestId& id, std::span<const std::byte> response) {
    {
      const std::lock_guard lock(mutex_);
      if (!can_reach(id)) {
        if (waiting_.size() >= most_waiting) {
          log(LogLevel::warning, fmt::format("{}: too many answers wait for their clients, one is "
                                             "dropped",
                                             service_));
          return;
        }
        const auto now = DdsWorker::Clock::now();
        waiting_.push_back({id, {response.begin(), response.end()}, now + reader_patience});
        send_waiting_soon(now + DdsAudience::patience);
        send_waiting_soon(now + reader_patience);
        return;
      }
    }
    write(id, response);
  }

  DdsGate gate;
  dds::DataWriter* writer = nullptr;
  dds::DataReader* reader = nullptr;

 private:
  struct Waiting {
    RequestId id;
    std::vector<std::byte> response;
    DdsWorker::Clock::time_point deadline;
  };

  // Takes the header of Cyclone's dialect off the message.
  bool identify(const dds::SampleInfo& info, SharedBytes& message, RequestId& id) {
    const Gid asker = to_gid(info.sample_identity.writer_guid());
    if (speaks_cyclone(prefix_of(asker))) {
      auto split = split_cyclone(*message);
      if (!split) return false;
      message = std::move(split->message);
      id.has_cyclone_header = true;
      id.sequence = split->header.sequence;
      for (std::size_t i = 0; i < 8; ++i)
        id.client[i] = static_cast<std::uint8_t>(split->header.client >> 8 * i);
      const std::lock_guard lock(mutex_);
      if (cyclone_clients_.size() < most_cyclone_clients)
        cyclone_clients_.insert_or_assign(split->header.client, prefix_of(asker));
      return true;
    }
    // a client names the reader that waits for the answer; very old ones do not
    const rtps::GUID_t& named = info.related_sample_identity.writer_guid();
    id.client = named == rtps::GUID_t::unknown() ? asker : to_gid(named);
    id.sequence = static_cast<std::int64_t>(info.sample_identity.sequence_number().to64long());
    return true;
  }

  static std::uint64_t cyclone_client(const RequestId& id) {
    std::uint64_t client = 0;
    for (std::size_t i = 0; i < 8; ++i) client |= std::uint64_t{id.client[i]} << 8 * i;
    return client;
  }

  bool can_reach(const RequestId& id) const {
    if (!id.has_cyclone_header && is_reader(id.client)) return clients_.hears(id.client);
    GidPrefix prefix = prefix_of(id.client);
    if (id.has_cyclone_header) {
      const auto known = cyclone_clients_.find(cyclone_client(id));
      if (known == cyclone_clients_.end()) return true;  // gone, or too many: nothing to wait for
      prefix = known->second;
    }
    return clients_.hears_any_of(prefix);
  }

  void write(const RequestId& id, std::span<const std::byte> response) {
    RawSample sample{.outgoing = response};
    rtps::WriteParams params;
    std::array<std::byte, CycloneHeader::size> header;
    if (id.has_cyclone_header) {
      header = to_bytes(CycloneHeader{.client = cyclone_client(id), .sequence = id.sequence});
      sample.header = header;
    } else {
      params.related_sample_identity().writer_guid(to_guid(id.client));
      params.related_sample_identity().sequence_number(
          rtps::SequenceNumber_t(static_cast<std::uint64_t>(id.sequence)));
    }
    if (!writer->write(&sample, params))
      log(LogLevel::warning, fmt::format("{}: an answer could not be sent", service_));
  }

  void send_waiting_soon(DdsWorker::Clock::time_point time) {
    domain_.worker().post_at(time, [self = weak_from_this()] {
      if (const auto listener = self.lock()) listener->gate.pass([&] { listener->send_waiting(); });
    });
  }

  // Sends what can be sent by now and gives up what waited too long.
  void send_waiting() {
    std::vector<Waiting> ready;
    {
      const std::lock_guard lock(mutex_);
      const auto now = DdsWorker::Clock::now();
      std::erase_if(waiting_, [&](Waiting& waiting) {
        if (can_reach(waiting.id)) {
          ready.push_back(std::move(waiting));
          return true;
        }
        if (waiting.deadline > now) return false;
        log(LogLevel::warning, fmt::format("{}: a client did not wait for its answer", service_));
        return true;
      });
    }
    for (const Waiting& waiting : ready) write(waiting.id, waiting.response);
  }

  DdsDomain& domain_;
  const std::string service_;
  const OnRequest on_request_;
  std::mutex mutex_;
  DdsAudience clients_{DdsAudience::Of::writer};
  std::map<std::uint64_t, GidPrefix> cyclone_clients_;
  std::deque<Waiting> waiting_;
};

DdsServer::DdsServer(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node,
                     const std::string& service, const ServiceTypeId& type, OnRequest on_request)
    : domain_(std::move(domain)),
      listener_(std::make_shared<Listener>(*domain_, service, std::move(on_request))) {
  const DdsParticipant::Endpoint replies{
      .topic = dds_reply_name(service), .type = type.response, .qos = service_qos};
  const DdsParticipant::Endpoint requests{
      .topic = dds_request_name(service), .type = type.request, .qos = service_qos};
  domain_->place([&](DdsParticipant& participant) {
    participant_ = &participant;
    listener_->writer = participant.make_writer(replies, *listener_);
    if (!listener_->writer) return false;
    listener_->reader = participant.make_reader(requests, *listener_);
    if (!listener_->reader) participant.remove(std::exchange(listener_->writer, nullptr));
    return listener_->reader != nullptr;
  });
  listener_->meet_clients(participant_->acquaintance());
  writer_gid_ = to_gid(listener_->writer->guid());
  reader_gid_ = to_gid(listener_->reader->guid());
  domain_->add_endpoint(node, replies, true, writer_gid_);
  domain_->add_endpoint(node, requests, false, reader_gid_);
}

DdsServer::~DdsServer() {
  listener_->gate.close();
  domain_->remove_endpoint(writer_gid_);
  domain_->remove_endpoint(reader_gid_);
  domain_->dispose([participant = participant_, listener = std::move(listener_)] {
    participant->remove(listener->reader);
    participant->remove(listener->writer);
  });
}

void DdsServer::respond(const RequestId& id, std::span<const std::byte> response) {
  listener_->respond(id, response);
}

}  // namespace tandem
