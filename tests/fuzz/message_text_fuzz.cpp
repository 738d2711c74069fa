// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Any text taken for JSON, YAML or a line of `tandem message` is refused or becomes a message.
#include "fuzz_input.h"
#include "messages/dynamic.h"
#include "messages/message_lines.h"
#include "messages/registry.h"

namespace {

using namespace tandem;

void check(const TypeDescription& type, const Result<MessageValue>& message) {
  if (!message) {
    require(!message.error().empty(), "a refusal has a reason");
    return;
  }
  const std::vector<std::byte> cdr = encode_cdr(*message);
  const Result<MessageValue> again = decode_cdr(type, cdr);
  require(again && encode_cdr(*again) == cdr, "bytes read back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input(data, size);
  const MessageType* type = find_message_type(input.type);
  if (type == nullptr) return -1;
  check(type->description(), from_json(type->description(), input.text));
  check(type->description(), from_yaml(type->description(), input.text));
  (void)encode_line(input.text);
  (void)decode_line(input.text);
  return 0;
}
