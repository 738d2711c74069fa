// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "messages/big_endian_writer.h"
#include "messages/dynamic.h"
#include "messages/dynamic_cdr.h"
#include "messages/flow_yaml.h"
#include "messages/golden_samples.h"
#include "messages/hex.h"
#include "messages/registry.h"

namespace tandem {
namespace {

// 64-bit integers stay integers here, so that equal means equal to the last digit.
nlohmann::json parsed(const std::string& json) { return nlohmann::json::parse(json); }

const TypeDescription& type_of_sample(const GoldenSample& golden) {
  return find_message_type(golden.type)->description();
}

TEST(GoldenDynamic, BytesBecomeFields) {
  for (const GoldenSample& golden : golden_samples()) {
    const auto message = decode_cdr(type_of_sample(golden), golden.cdr);
    ASSERT_TRUE(message) << message.error();
    EXPECT_EQ(parsed(to_json(*message)), parsed(golden.fields_json)) << golden.name();
    EXPECT_EQ(to_hex(encode_cdr(*message)), to_hex(golden.cdr)) << golden.name();
  }
}

TEST(GoldenDynamic, FieldsBecomeBytes) {
  for (const GoldenSample& golden : golden_samples()) {
    const auto message = from_json(type_of_sample(golden), golden.fields_json);
    ASSERT_TRUE(message) << golden.name() << ": " << message.error();
    EXPECT_EQ(to_hex(encode_cdr(*message)), to_hex(golden.cdr)) << golden.name();
  }
}

TEST(GoldenDynamic, YamlBecomesTheSameBytes) {
  for (const GoldenSample& golden : golden_samples()) {
    const auto message = decode_cdr(type_of_sample(golden), golden.cdr);
    ASSERT_TRUE(message);
    for (const std::string& yaml : {to_yaml(*message, {.longest = unlimited}),
                                    to_flow_yaml(*message, {.longest = unlimited})}) {
      const auto again = from_yaml(type_of_sample(golden), yaml);
      ASSERT_TRUE(again) << golden.name() << ": " << again.error() << "\n" << yaml;
      EXPECT_EQ(to_hex(encode_cdr(*again)), to_hex(golden.cdr)) << golden.name() << "\n" << yaml;
    }
  }
}

TEST(GoldenDynamic, BigEndianBytesBecomeTheSameFields) {
  for (const GoldenSample& golden : golden_samples()) {
    const auto message = decode_cdr(type_of_sample(golden), golden.cdr);
    ASSERT_TRUE(message);
    BigEndianWriter writer;
    write_value(writer, std::get<MessageValue::Members>(message->content));
    const auto again = decode_cdr(type_of_sample(golden), writer.cdr);
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(to_hex(encode_cdr(*again)), to_hex(golden.cdr)) << golden.name();
    for (std::size_t size = 0; size < writer.cdr.size(); ++size)
      EXPECT_FALSE(decode_cdr(type_of_sample(golden), std::span(writer.cdr).first(size)))
          << golden.name() << size;
  }
}

TEST(GoldenDynamic, TruncatedBytesAreRefused) {
  for (const GoldenSample& golden : golden_samples())
    for (std::size_t size = 0; size < golden.cdr.size(); ++size)
      EXPECT_FALSE(decode_cdr(type_of_sample(golden), std::span(golden.cdr).first(size)))
          << golden.name() << size;
}

TEST(GoldenDynamic, DefaultsAreRos2s) {
  for (const GoldenSample& golden : golden_samples()) {
    if (golden.sample != "default") continue;
    EXPECT_EQ(to_hex(type_of_sample(golden).default_cdr), to_hex(golden.cdr)) << golden.name();
    EXPECT_EQ(to_hex(encode_cdr(*from_json(type_of_sample(golden), "{}"))), to_hex(golden.cdr));
  }
}

}  // namespace
}  // namespace tandem
