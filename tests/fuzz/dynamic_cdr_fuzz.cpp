// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Any bytes of any type become JSON and YAML that read back as the same message.
#include "fuzz_input.h"
#include "messages/dynamic.h"
#include "messages/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const FuzzInput input(data, size);
  const MessageType* type = find_message_type(input.type);
  if (type == nullptr) return -1;
  const Result<MessageValue> message = decode_cdr(type->description(), input.bytes());
  if (!message) return 0;

  const Result<MessageValue> rewritten = decode_cdr(type->description(), encode_cdr(*message));
  require(rewritten && encode_cdr(*rewritten) == encode_cdr(*message), "bytes read back");

  // texts that were not UTF-8 are by now
  const std::string json = to_json(*message);
  const Result<MessageValue> from_text = from_json(type->description(), json);
  require(from_text && to_json(*from_text) == json, "JSON reads back");

  const std::string yaml = to_yaml(*message, {.longest = unlimited});
  const Result<MessageValue> from_lines = from_yaml(type->description(), yaml);
  require(from_lines && to_json(*from_lines) == json, "YAML reads back");
  to_yaml(*message, {.longest = 3});
  return 0;
}
