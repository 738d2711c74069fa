// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/event_log.h"

#include <algorithm>

#include "ports/desk/frame_events.h"

namespace tandem {

void EventLog::add(SimTime time, WorldEvent event, std::string source) {
  const std::lock_guard lock(mutex_);
  entries_.push_back({++last_, time, std::move(event), std::move(source)});
  if (entries_.size() > kept) entries_.pop_front();
}

std::vector<EventLog::Entry> EventLog::since(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  const auto first = std::ranges::upper_bound(entries_, number, {}, &Entry::number);
  return {first, entries_.end()};
}

void EventRecorder::publish(std::shared_ptr<const Frame> frame) {
  for (WorldEvent& event : events_between(last_.get(), *frame))
    log_->add(frame->time, std::move(event));
  for (const WorldEvent& event : frame->events) log_->add(frame->time, event);
  last_ = std::move(frame);
}

}  // namespace tandem
