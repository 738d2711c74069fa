// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/stamps.h"

#include <fmt/format.h>

#include "messages/cdr.h"
#include "messages/std_msgs.h"
#include "messages/time.h"

namespace tandem {

bool has_stamp(const TypeDescription& type) {
  if (type.fields.empty()) return false;
  const FieldDescription& first = type.fields.front();
  return first.kind == FieldKind::message && first.container == FieldContainer::none &&
         first.message->name == std_msgs::msg::Header::type_name;
}

Result<Duration> stamp_of(const TypeDescription& type, std::span<const std::byte> cdr) {
  if (!has_stamp(type)) return Error{fmt::format("{} does not start with a header", type.name)};
  const auto header = from_cdr<std_msgs::msg::Header>(cdr);
  if (!header) return Error{header.error()};
  return to_time(header->stamp);
}

}  // namespace tandem
