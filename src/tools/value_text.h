// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "messages/message_value.h"

namespace tandem {

// All values of a message in one line, "0,0,map,1.5": `ros2 topic echo --csv`. Texts that a comma
// or a quote would break are quoted.
std::string to_csv(const MessageValue& value);
// What each of them is: "header.stamp.sec,header.stamp.nanosec,header.frame_id,ranges[0]".
std::string csv_names(const MessageValue& value);

// "std_srvs.srv.Trigger_Response(success=True, message='done')": what ROS 2's tools, which are
// written in Python, print of requests and responses, and what scripts look for in it.
std::string to_python(const TypeDescription& type, const MessageValue& message);

// Why there is no "pose.positin.x" in messages of this type; nothing when there can be.
std::optional<std::string> why_no_part(const TypeDescription& type, std::string_view path);

}  // namespace tandem
