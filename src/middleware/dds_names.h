// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// What ROS 2's names are called in DDS.
std::string dds_topic_name(std::string_view topic);      // "/scan" -> "rt/scan"
std::string dds_request_name(std::string_view service);  // "/reset" -> "rq/resetRequest"
std::string dds_reply_name(std::string_view service);    // "/reset" -> "rr/resetReply"

// "rt/scan" -> "/scan"; what belongs to services, or not to ROS 2 at all, keeps its name.
std::string ros_topic_name(std::string_view dds_name);
// For people: "rq/resetRequest" -> "/reset", too.
std::string ros_name(std::string_view topic);

// An endpoint's USER_DATA: "typehash=RIHS01_...;".
std::string hash_to_user_data(std::string_view hash);
std::string hash_from_user_data(std::string_view user_data);  // empty when it has none

}  // namespace tandem
