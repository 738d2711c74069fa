// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/publishing_rates.h"

#include <utility>

namespace tandem {

namespace {

// What every node has says nothing about this one.
bool is_of_interest(const std::string& topic) {
  return !topic.ends_with("/rosout") && !topic.ends_with("/parameter_events") &&
         topic.find("/_action/") == std::string::npos;
}

}  // namespace

std::vector<TopicRate> PublishingRates::rates() const {
  const std::lock_guard lock(mutex_);
  return rates_;
}

void PublishingRates::keep_up(Duration now) {
  if (!counting_.is_due(now)) return;
  Count latest{.at = now, .sent = {}};
  for (const PublisherCount& publisher : node_.publisher_counts())
    if (is_of_interest(publisher.topic)) latest.sent[publisher.topic] += publisher.sent;

  // the youngest that is as old as the window is where it begins
  while (counts_.size() > 1 && now - counts_[1].at >= window) counts_.pop_front();
  std::vector<TopicRate> rates;
  if (!counts_.empty() && now > counts_.front().at) {
    const Count& first = counts_.front();
    for (const auto& [topic, sent] : latest.sent) {
      const auto before = first.sent.find(topic);
      // a topic that was made anew counts from zero again
      const std::uint64_t known =
          before == first.sent.end() || before->second > sent ? 0 : before->second;
      if (sent > known)
        rates.push_back({topic, static_cast<double>(sent - known) / seconds(now - first.at)});
    }
  }
  counts_.push_back(std::move(latest));
  const std::lock_guard lock(mutex_);
  rates_ = std::move(rates);
}

}  // namespace tandem
