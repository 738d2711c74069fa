// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/message_lines.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

std::string encoded(std::string_view line) {
  const auto result = encode_line(line);
  return result ? *result : result.error();
}

std::string decoded(std::string_view line) {
  const auto result = decode_line(line);
  return result ? *result : result.error();
}

TEST(MessageLines, GoBothWays) {
  const std::string fields = R"({"type": "std_msgs/msg/Int8", "fields": {"data": 5}})";
  const std::string bytes = R"({"type": "std_msgs/msg/Int8", "cdr_hex": "0001000005"})";
  EXPECT_EQ(encoded(fields), bytes);
  EXPECT_EQ(decoded(bytes), fields);
  EXPECT_EQ(encoded(R"({"sample": 1, "fields": {"data": 5}, "type": "std_msgs/Int8"})"), bytes);
}

TEST(MessageLines, MistakesAreNamed) {
  EXPECT_EQ(encoded("["), "the line is not JSON from character 2 on");
  EXPECT_EQ(encoded("[]"), "the line must be an object");
  EXPECT_EQ(encoded("{}"), "the line has no text \"type\"");
  EXPECT_EQ(encoded(R"({"type": 5})"), "the line has no text \"type\"");
  EXPECT_EQ(encoded(R"({"type": "a/b/C"})"), "there is no message type 'a/b/C'");
  EXPECT_EQ(encoded(R"({"type": "std_msgs/Int8"})"), "the line has no \"fields\"");
  EXPECT_EQ(encoded(R"({"type": "std_msgs/Int8", "fields": {"data": 200}})"),
            "data: must be from -128 to 127, is 200");
  EXPECT_EQ(decoded(R"({"type": "std_msgs/Int8"})"), "the line has no \"cdr_hex\"");
  for (const char* hex : {"\"0\"", "\"0g\"", "5", "[]", "\"0001 00 00 05\""})
    EXPECT_EQ(decoded(std::string(R"({"type": "std_msgs/Int8", "cdr_hex": )") + hex + "}"),
              "\"cdr_hex\" must be pairs of hexadecimal digits");
  EXPECT_EQ(decoded(R"({"type": "std_msgs/Int8", "cdr_hex": "00010000"})"),
            "std_msgs/msg/Int8 ends at byte 4 where 1 more would follow from byte 4");
  EXPECT_EQ(error_line("no \"type\""), R"({"error": "no \"type\""})");
}

}  // namespace
}  // namespace tandem
