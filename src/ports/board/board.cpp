// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/board/board.h"

#include <utility>

namespace tandem {

std::string_view name_of(ObservationLevel level) {
  switch (level) {
    case ObservationLevel::ok:
      return "ok";
    case ObservationLevel::warning:
      return "warning";
    case ObservationLevel::error:
      return "error";
  }
  return "";
}

void Board::begin(std::vector<Observation> entries) {
  const std::lock_guard lock(mutex_);
  entries_ = std::move(entries);
  ++version_;
}

void Board::update(std::size_t entry, const std::function<void(Observation&)>& change) {
  const std::lock_guard lock(mutex_);
  if (entry >= entries_.size()) return;
  change(entries_[entry]);
  ++version_;
}

std::vector<Observation> Board::read() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

std::uint64_t Board::version() const {
  const std::lock_guard lock(mutex_);
  return version_;
}

}  // namespace tandem
