// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The inputs of recorded runs come from files of anybody: whatever the bytes are, they are inputs
// that are written as they were read, or a sentence.
#include <algorithm>

#include "fuzz_input.h"
#include "ports/record/inputs_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto inputs = read_inputs(bytes, [](const ThingSource& source) -> Result<Thing> {
    return Thing(ModelInstance{.model = with_source(std::make_shared<const Model>(), source)});
  });
  if (!inputs) {
    require(!inputs.error().empty(), "a refusal has a reason");
    return 0;
  }
  ByteWriter writer;
  write_inputs(writer, *inputs);
  require(std::ranges::equal(writer.bytes(), bytes), "what was read is written again");
  return 0;
}
