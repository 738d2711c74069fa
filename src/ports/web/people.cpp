// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/people.h"

#include <utility>
#include <vector>

namespace tandem::web {

namespace {

constexpr auto silence = std::chrono::seconds(2);

}  // namespace

void People::set(PageId page, const Presence& presence, Clock::time_point now) {
  if (presence.is_nobody()) return forget(page);
  people_[page] = {presence, now};
  has_changed_ = were_there_ = true;
}

void People::forget(PageId page) {
  if (people_.erase(page) > 0) has_changed_ = true;
}

bool People::take_change(Clock::time_point now) {
  if (std::erase_if(people_, [&](const auto& each) { return now - each.second.heard > silence; }))
    has_changed_ = true;
  return std::exchange(has_changed_, false);
}

std::optional<std::string> People::others_than(PageId page) const {
  if (!were_there_) return std::nullopt;
  std::vector<Person> others;
  for (const auto& [id, entry] : people_)
    if (id != page) others.push_back({static_cast<std::uint32_t>(id), entry.presence});
  return encode(others);
}

}  // namespace tandem::web
