// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_names.h"

namespace tandem {

std::string dds_topic_name(std::string_view topic) { return "rt" + std::string(topic); }

std::string dds_request_name(std::string_view service) {
  return "rq" + std::string(service) + "Request";
}

std::string dds_reply_name(std::string_view service) {
  return "rr" + std::string(service) + "Reply";
}

std::string ros_topic_name(std::string_view dds_name) {
  if (dds_name.starts_with("rt/")) dds_name.remove_prefix(2);
  return std::string(dds_name);
}

std::string ros_name(std::string_view topic) {
  if (topic.starts_with("rq/") && topic.ends_with("Request"))
    topic = topic.substr(2, topic.size() - 2 - 7);
  else if (topic.starts_with("rr/") && topic.ends_with("Reply"))
    topic = topic.substr(2, topic.size() - 2 - 5);
  return ros_topic_name(topic);
}

std::string hash_to_user_data(std::string_view hash) {
  if (hash.empty()) return {};
  return "typehash=" + std::string(hash) + ";";
}

std::string hash_from_user_data(std::string_view user_data) {
  // "key=value;key=value;"
  while (!user_data.empty()) {
    const std::size_t end = user_data.find(';');
    const std::string_view entry = user_data.substr(0, end);
    if (entry.starts_with("typehash=")) return std::string(entry.substr(9));
    if (end == std::string_view::npos) break;
    user_data.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace tandem
