// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_publisher.h"

#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <utility>

#include "middleware/dds_discovery.h"
#include "middleware/dds_names.h"
#include "middleware/dds_raw_type.h"

namespace tandem {

namespace dds = eprosima::fastdds::dds;

class DdsPublisher::Listener : public dds::DataWriterListener {
 public:
  explicit Listener(DdsDomain& domain) : domain_(domain) {}

  void on_publication_matched(dds::DataWriter*,
                              const dds::PublicationMatchedStatus& status) override {
    matched = status.current_count;
    domain_.graph_changed();
  }

  std::atomic<int> matched = 0;

 private:
  DdsDomain& domain_;
};

DdsPublisher::DdsPublisher(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node,
                           const std::string& topic, const TypeId& type, const Qos& qos)
    : domain_(std::move(domain)), listener_(std::make_unique<Listener>(*domain_)) {
  const DdsParticipant::Endpoint endpoint{.topic = dds_topic_name(topic), .type = type, .qos = qos};
  domain_->place([&](DdsParticipant& participant) {
    participant_ = &participant;
    writer_ = participant.make_writer(endpoint, *listener_);
    return writer_ != nullptr;
  });
  gid_ = to_gid(writer_->guid());
  if (qos.is_paced) {
    outbox_ = &domain_->outbox();
    lane_ = outbox_->open(qos.depth, [writer = writer_](std::span<const std::byte> message) {
      RawSample sample{.outgoing = message};
      return writer->write(&sample);
    });
  }
  domain_->add_endpoint(node, endpoint, true, gid_);
}

DdsPublisher::~DdsPublisher() {
  if (lane_) outbox_->close(*lane_);
  domain_->remove_endpoint(gid_);
  domain_->dispose([participant = participant_, writer = writer_,
                    listener = std::shared_ptr<Listener>(std::move(listener_))] {
    participant->remove(writer);
  });
}

void DdsPublisher::publish(std::span<const std::byte> message) {
  if (lane_) return outbox_->put(*lane_, message);
  RawSample sample{.outgoing = message};
  ++(writer_->write(&sample) ? sent_ : dropped_);
}

int DdsPublisher::subscriber_count() const { return listener_->matched; }

bool DdsPublisher::is_all_acknowledged() const {
  if (lane_ && outbox_->counts(*lane_).waiting > 0) return false;
  return writer_->wait_for_acknowledgments({0, 1}) ==
         eprosima::fastrtps::types::ReturnCode_t::RETCODE_OK;
}

PublisherStats DdsPublisher::stats() const {
  if (!lane_) return {.sent = sent_, .dropped = dropped_};
  const DdsOutbox::Counts counts = outbox_->counts(*lane_);
  return {.sent = counts.sent, .dropped = counts.dropped};
}

}  // namespace tandem
