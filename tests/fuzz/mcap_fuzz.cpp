// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Recordings come from anywhere: whatever the bytes are, they are messages or a sentence.
#include "fuzz_input.h"
#include "recording/mcap_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const auto* begin = reinterpret_cast<const std::byte*>(data);
  // small ones find the same mistakes in less time
  const auto reader =
      McapReader::open(memory_source({begin, begin + size}), {.largest_chunk = 1 << 20});
  if (!reader) {
    require(!reader.error().empty(), "a refusal has a reason");
    return 0;
  }
  auto messages = reader->messages();
  Duration last = Duration::min();
  for (int count = 0; count < 10'000; ++count) {
    const auto message = messages.next();
    if (!message) {
      require(!message.error().empty(), "a refusal has a reason");
      continue;  // what is behind it comes all the same
    }
    if (!*message) break;
    // an index may lie about the times of its chunks
    require(reader->summary().has_index || (*message)->log_time >= last, "time does not go back");
    last = (*message)->log_time;
    require(reader->summary().channels.contains((*message)->channel_id), "channels are known");
  }
  for (const auto& index : reader->summary().attachments) (void)reader->attachment(index);
  for (const auto& index : reader->summary().metadata) (void)reader->metadata(index);
  return 0;
}
