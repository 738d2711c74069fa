// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/typed_codecs.h"

#include <gtest/gtest.h>

#include "messages/golden_samples.h"
#include "messages/hex.h"

namespace tandem {

namespace {

std::string hex(const std::optional<Cdr>& cdr) { return cdr ? to_hex(*cdr) : "refused"; }

void expect_truncations_refused(const TypedCodec& codec, std::span<const std::byte> cdr) {
  for (std::size_t size = 0; size < cdr.size(); ++size)
    EXPECT_FALSE(codec.recode(cdr.first(size))) << codec.type << " of " << size << " bytes";
}

void expect_golden(const TypedCodec& codec, const GoldenSample& golden) {
  const std::string expected = to_hex(golden.cdr);
  EXPECT_EQ(hex(codec.recode(golden.cdr)), expected) << golden.name();
  expect_truncations_refused(codec, golden.cdr);

  // what follows a message is not ours to judge
  Cdr longer = golden.cdr;
  longer.resize(longer.size() + 16, std::byte{0xcd});
  EXPECT_EQ(hex(codec.recode(longer)), expected) << golden.name();

  const std::optional<Cdr> swapped = codec.to_big_endian(golden.cdr);
  ASSERT_TRUE(swapped) << golden.name();
  EXPECT_EQ(hex(codec.recode(*swapped)), expected) << golden.name();
  expect_truncations_refused(codec, *swapped);

  if (golden.sample == "default") {
    EXPECT_EQ(hex(codec.encode_default()), expected) << golden.name();
  }
}

}  // namespace

void expect_golden(const TypedCodecs& codecs, int samples) {
  for (const TypedCodec& codec : codecs.all)
    for (const GoldenSample& golden : golden_samples()) {
      if (golden.type != codec.type) continue;
      expect_golden(codec, golden);
      --samples;
    }
  EXPECT_EQ(samples, 0);
}

}  // namespace tandem
