// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_subscription.h"

#include <atomic>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <mutex>
#include <utility>

#include "middleware/dds_audience.h"
#include "middleware/dds_discovery.h"
#include "middleware/dds_gate.h"
#include "middleware/dds_names.h"
#include "middleware/dds_raw_type.h"

namespace tandem {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

namespace {

Duration since_1970(const eprosima::fastrtps::rtps::Time_t& time) {
  return std::chrono::nanoseconds(time.to_ns());
}

}  // namespace

class DdsSubscription::Listener : public dds::DataReaderListener {
 public:
  Listener(DdsDomain& domain, OnMessage on_message)
      : domain_(domain), on_message_(std::move(on_message)) {}

  void on_data_available(dds::DataReader* reader) override {
    RawSample sample;
    dds::SampleInfo info;
    while (take_message(*reader, sample, info)) {
      const MessageInfo about{.publisher = to_gid(info.sample_identity.writer_guid()),
                              .sequence = info.sample_identity.sequence_number().to64long(),
                              .sent = since_1970(info.source_timestamp),
                              .received = since_1970(info.reception_timestamp)};
      gate.pass([&] { on_message_(std::move(sample.incoming), about); });
    }
  }

  void on_subscription_matched(dds::DataReader*,
                               const dds::SubscriptionMatchedStatus& status) override {
    const Gid gid = to_gid(rtps::iHandle2GUID(status.last_publication_handle));
    {
      const std::lock_guard lock(mutex_);
      if (status.current_count_change > 0)
        publishers_.add(gid);
      else
        publishers_.remove(gid);
    }
    domain_.graph_changed();
    domain_.worker().post_at(DdsWorker::Clock::now() + DdsAudience::patience,
                             [&domain = domain_] { domain.graph_changed(); });
  }

  void on_sample_lost(dds::DataReader*, const dds::SampleLostStatus& status) override {
    lost += static_cast<std::uint64_t>(status.total_count_change);
  }

  void meet_publishers(DdsAcquaintance& acquaintance, const Gid& own) {
    const std::lock_guard lock(mutex_);
    publishers_.meet(acquaintance, own, [&domain = domain_] { domain.graph_changed(); });
  }
  int publisher_count() const {
    const std::lock_guard lock(mutex_);
    return publishers_.size();
  }
  int aware_publisher_count() const {
    const std::lock_guard lock(mutex_);
    return publishers_.aware();
  }

  DdsGate gate;
  std::atomic<std::uint64_t> lost = 0;

 private:
  DdsDomain& domain_;
  const OnMessage on_message_;
  mutable std::mutex mutex_;
  DdsAudience publishers_{DdsAudience::Of::reader};
};

DdsSubscription::DdsSubscription(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node,
                                 const std::string& topic, const TypeId& type, const Qos& qos,
                                 OnMessage on_message)
    : domain_(std::move(domain)),
      listener_(std::make_unique<Listener>(*domain_, std::move(on_message))) {
  const DdsParticipant::Endpoint endpoint{.topic = dds_topic_name(topic), .type = type, .qos = qos};
  domain_->place([&](DdsParticipant& participant) {
    participant_ = &participant;
    reader_ = participant.make_reader(endpoint, *listener_);
    return reader_ != nullptr;
  });
  gid_ = to_gid(reader_->guid());
  listener_->meet_publishers(participant_->acquaintance(), gid_);
  domain_->add_endpoint(node, endpoint, false, gid_);
}

DdsSubscription::~DdsSubscription() {
  listener_->gate.close();
  domain_->remove_endpoint(gid_);
  domain_->dispose([participant = participant_, reader = reader_,
                    listener = std::shared_ptr<Listener>(std::move(listener_))] {
    participant->remove(reader);
  });
}

int DdsSubscription::publisher_count() const { return listener_->publisher_count(); }

int DdsSubscription::aware_publisher_count() const { return listener_->aware_publisher_count(); }

std::uint64_t DdsSubscription::lost() const { return listener_->lost; }

}  // namespace tandem
