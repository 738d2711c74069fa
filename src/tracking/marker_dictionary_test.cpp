// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_dictionary.h"

#include <gtest/gtest.h>

#include <bit>

namespace tandem {
namespace {

// How many cells differ at least between two markers, or between a marker and itself turned.
int least_distance(const MarkerDictionary& dictionary) {
  int least = 64;
  for (std::size_t a = 0; a < dictionary.codes.size(); ++a) {
    std::uint64_t seen = dictionary.codes[a];
    for (int turns = 0; turns < 4; ++turns) {
      for (std::size_t b = 0; b <= a; ++b)
        if (turns > 0 || b != a) least = std::min(least, std::popcount(seen ^ dictionary.codes[b]));
      seen = turned(seen, dictionary.cells);
    }
  }
  return least;
}

TEST(MarkerDictionary, AllowsAQuarterOfWhatTellsMarkersApart) {
  for (const MarkerDictionary& dictionary : marker_dictionaries())
    EXPECT_EQ(dictionary.allowed_errors, (least_distance(dictionary) - 1) / 4) << dictionary.name;
}

TEST(MarkerDictionary, AreAsFarApartAsTheirNamesSay) {
  EXPECT_EQ(least_distance(*find_dictionary("apriltag_16h5")), 5);
  EXPECT_EQ(least_distance(*find_dictionary("apriltag_25h9")), 9);
  EXPECT_EQ(least_distance(*find_dictionary("apriltag_36h11")), 11);
}

TEST(MarkerDictionary, MarkerZeroOfFourByFourIsAsOpenCvDrawsIt) {
  // white where it is 1
  EXPECT_EQ(find_dictionary("4x4_50")->codes[0], 0b1011'0101'0011'0010U);
}

TEST(MarkerDictionary, AQuarterTurnClockwiseBringsTheTopLeftToTheTopRight) {
  EXPECT_EQ(turned(0b100'000'000, 3), 0b001'000'000U);
  EXPECT_EQ(turned(0b010'000'000, 3), 0b000'001'000U);
  EXPECT_EQ(turned(0b000'000'100, 3), 0b100'000'000U);
}

TEST(MarkerDictionary, EveryMarkerIsKnownHoweverItIsTurned) {
  for (const MarkerDictionary& dictionary : marker_dictionaries())
    for (std::size_t id = 0; id < dictionary.codes.size(); ++id) {
      std::uint64_t seen = dictionary.codes[id];
      for (int turns = 0; turns < 4; ++turns) {
        const auto found = match(dictionary, seen);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->id, static_cast<int>(id));
        EXPECT_EQ(found->quarter_turns, turns);
        seen = turned(seen, dictionary.cells);
      }
    }
}

TEST(MarkerDictionary, MisreadCellsAreForgivenUpToTheAllowedNumber) {
  const MarkerDictionary& tags = *find_dictionary("apriltag_36h11");
  const std::uint64_t code = tags.codes[42];
  EXPECT_EQ(match(tags, code ^ 0b11)->id, 42);
  EXPECT_FALSE(match(tags, code ^ 0b111));
  // a cell that could not be read counts as wrong, even if the guess was right
  EXPECT_EQ(match(tags, code, 0b11)->id, 42);
  EXPECT_FALSE(match(tags, code, 0b111));
  EXPECT_FALSE(match(*find_dictionary("4x4_50"), 0b1011'0101'0011'0011U));
}

TEST(MarkerDictionary, ThereIsNoOtherName) {
  EXPECT_EQ(find_dictionary("4x4"), nullptr);
  EXPECT_EQ(find_dictionary("apriltag_36h11")->codes.size(), 587U);
}

}  // namespace
}  // namespace tandem
