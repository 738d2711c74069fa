// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/known_types.h"

#include <fmt/format.h>

namespace tandem {

namespace {

// "Twist" of "geometry_msgs/msg/Twist"
std::string_view last_part(std::string_view name) { return name.substr(name.rfind('/') + 1); }

template <class Type>
Error unknown(std::string_view name, const char* kind, std::span<const Type> all) {
  std::string sentence = fmt::format("Tandem does not know the {} type '{}'", kind, name);
  for (const Type& type : all)
    if (last_part(type.name) == last_part(name))
      return Error{fmt::format("{}; did you mean {}?", sentence, type.name)};
  return Error{sentence + "; `tandem message list` names those that it knows"};
}

template <class Type>
Result<const Type*> found_or_sentence(const Type* found, std::string_view name, const char* kind,
                                      std::span<const Type> all) {
  if (found == nullptr) return unknown(name, kind, all);
  return found;
}

}  // namespace

Result<const MessageType*> known_message_type(std::string_view name) {
  return found_or_sentence(find_message_type(name), name, "message", all_message_types());
}

Result<const ServiceType*> known_service_type(std::string_view name) {
  return found_or_sentence(find_service_type(name), name, "service", all_service_types());
}

Result<const ActionType*> known_action_type(std::string_view name) {
  return found_or_sentence(find_action_type(name), name, "action", all_action_types());
}

TypeId id_of(const MessageType& type) { return {std::string(type.name), type.hash()}; }

ServiceTypeId id_of(const ServiceType& type) {
  return {std::string(type.name), id_of(type.request), id_of(type.response)};
}

}  // namespace tandem
