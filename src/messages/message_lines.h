// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace tandem {

// Messages one per line of JSON, in the format of interfaces/golden/cdr:
//   {"type": "std_msgs/msg/Int8", "fields": {"data": 5}}  <->
//   {"type": "std_msgs/msg/Int8", "cdr_hex": "0001000005"}
// Other members of the line are not looked at.
Result<std::string> encode_line(std::string_view line);
Result<std::string> decode_line(std::string_view line);

// {"error": "..."}
std::string error_line(std::string_view reason);

}  // namespace tandem
