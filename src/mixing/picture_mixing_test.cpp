// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mixing/picture_mixing.h"

#include <gmock/gmock.h>

#include <vector>

namespace tandem {
namespace {

using Pixels = std::vector<std::uint8_t>;
using testing::ElementsAre;

constexpr std::size_t count = 7 * 400;  // pixels, enough to be compared

struct Views {
  Pixels complete = Pixels(3 * count, 100), real = complete, is_virtual = Pixels(count, 0);
  DrawnViews views() const { return {complete, real, is_virtual}; }
};

TEST(PictureMixing, TellsHowMuchMoreLightACameraHas) {
  const Views drawn;
  // 200 in sRGB is 0.5776 of the light, 100 is 0.1274
  Pixels seen(3 * count, 200);
  EXPECT_NEAR(matched_gain({seen, 3, Tone::srgb}, drawn.views()), 0.5776 / 0.1274, 0.01);
  // the same number of a chip that measures light is 0.7843
  Pixels grey(count, 200);
  EXPECT_NEAR(matched_gain({grey, 1, Tone::linear}, drawn.views()), 0.7843 / 0.1274, 0.01);
}

TEST(PictureMixing, WhatNobodyModelledOrIsCutOffDoesNotChangeTheGain) {
  const Views drawn;
  Pixels seen(3 * count, 100);
  for (std::size_t i = 0; i < seen.size() / 3; ++i) seen[i] = 40;
  EXPECT_NEAR(matched_gain({seen, 3, Tone::srgb}, drawn.views()), 1, 0.01);
  Pixels white(3 * count, 255);
  EXPECT_EQ(matched_gain({white, 3, Tone::srgb}, drawn.views()), 1);
}

TEST(PictureMixing, VirtualThingsCoverShadowsDarkenAndTheRestStays) {
  Views drawn;
  drawn.is_virtual[0] = 1;
  for (int i = 0; i < 3; ++i) drawn.complete[static_cast<std::size_t>(i)] = 60;
  // a shadow of half of the light: 100 is 0.1274, half of that is 72 in sRGB
  for (int i = 3; i < 6; ++i) drawn.complete[static_cast<std::size_t>(i)] = 72;
  Pixels seen(3 * count, 150);
  seen[8] = 31;  // a stain
  mix_picture({seen, 3, Tone::srgb}, drawn.views(), 1);
  // 150 is 0.3050 of the light; half of it is 109 in sRGB
  EXPECT_THAT(Pixels(seen.begin(), seen.begin() + 9),
              ElementsAre(60, 60, 60, testing::AllOf(testing::Ge(108), testing::Le(110)),
                          testing::_, testing::_, 150, 150, 31));
}

TEST(PictureMixing, GreyCamerasSeeColorsAsBrightAsTheyAre) {
  Views drawn;
  drawn.is_virtual[0] = 1;
  drawn.complete[0] = 255, drawn.complete[1] = drawn.complete[2] = 0;
  Pixels seen(count, 90);
  mix_picture({seen, 1, Tone::linear}, drawn.views(), 0.5);
  EXPECT_EQ(seen[0], 27);  // 0.5 * 0.2126 * 255
  EXPECT_EQ(seen[1], 90);
}

}  // namespace
}  // namespace tandem
