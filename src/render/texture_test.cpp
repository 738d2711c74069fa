// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/texture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "render/packed_texture.h"

namespace tandem {
namespace {

RgbaImage filled(int width, int height, Rgba color) {
  return {
      width, height,
      std::vector<Rgba>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), color)};
}

RgbaImage checkerboard(int side) {
  RgbaImage image = filled(side, side, {0, 0, 0, 255});
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      if ((x + y) % 2 == 0) image.at(x, y) = {255, 255, 255, 255};
  return image;
}

TEST(Texture, TheCurveOfColoursGoesBothWays) {
  for (int i = 0; i <= 255; ++i) {
    const float value = static_cast<float>(i) / 255;
    EXPECT_NEAR(srgb_from_linear(linear_from_srgb(value)), value, 1e-5);
  }
  EXPECT_NEAR(linear_from_srgb(0.5f), 0.21404, 1e-4);  // as the standard has it
}

TEST(Texture, SidesAreThePowersOfTwoNextToThem) {
  const Texture texture(filled(100, 40, {9, 9, 9, 255}), TextureUse::data);
  EXPECT_EQ(texture.width(), 128);
  EXPECT_EQ(texture.height(), 32);
  // each level half of the one before, down to one texel
  ASSERT_EQ(texture.levels().size(), 8u);
  EXPECT_EQ(texture.levels()[1].width, 64);
  EXPECT_EQ(texture.levels()[1].height, 16);
  EXPECT_EQ(texture.levels()[6].width, 2);
  EXPECT_EQ(texture.levels()[6].height, 1);
  EXPECT_EQ(texture.levels()[7].width, 1);
  for (const std::uint32_t texel : texture.texels()) ASSERT_EQ(texel, 0xff090909u);
}

TEST(Texture, SmallerVersionsAreMeansOfLight) {
  const Texture texture(checkerboard(8), TextureUse::color);
  // half of the light is byte 188 of sRGB, not 128
  const std::size_t second = texture.levels()[1].first;
  EXPECT_EQ(texture.texels()[second], 0xffbcbcbcu);
  EXPECT_NEAR(texture.mean().x, 0.5, 0.003);
}

TEST(Texture, DataAreTakenAsTheyAre) {
  const Texture texture(checkerboard(8), TextureUse::data);
  EXPECT_EQ(texture.texels()[texture.levels()[1].first], 0xff808080u);
  EXPECT_NEAR(texture.mean().x, 0.5, 0.003);
}

TEST(Texture, KnowsWhetherItIsTransparentAnywhere) {
  RgbaImage image = filled(4, 4, {10, 20, 30, 255});
  EXPECT_FALSE(Texture(image, TextureUse::color).has_transparency());
  image.at(2, 1).a = 254;
  EXPECT_TRUE(Texture(image, TextureUse::color).has_transparency());
}

TEST(Texture, AFileThatIsNotThereIsAnError) {
  const auto texture = load_texture("/nowhere/wood.png", TextureUse::color);
  ASSERT_FALSE(texture);
  EXPECT_FALSE(texture.error().empty());
}

TEST(PackedTexture, RootsKeepEveryShadeOfAColour) {
  RgbaImage image = filled(16, 16, {});
  for (int i = 0; i < 256; ++i)
    image.pixels[static_cast<std::size_t>(i)] = {static_cast<std::uint8_t>(i), 0,
                                                 static_cast<std::uint8_t>(255 - i), 255};
  const PackedTexture packed(Texture(image, TextureUse::color));
  const TextureView view = packed.view();
  EXPECT_TRUE(view.is_color);
  EXPECT_EQ(view.alphas, nullptr);
  for (std::uint32_t i = 0; i < 256; ++i) {
    const double red = (view.texels[i] & 1023) / 1023.0;
    const double blue = (view.texels[i] >> 20 & 1023) / 1023.0;
    ASSERT_EQ(std::lround(255 * srgb_from_linear(static_cast<float>(red * red))), i);
    ASSERT_EQ(std::lround(255 * srgb_from_linear(static_cast<float>(blue * blue))), 255 - i);
  }
}

TEST(PackedTexture, OpacityLiesBeside) {
  RgbaImage image = filled(4, 4, {1, 2, 3, 255});
  image.pixels[5].a = 77;
  const PackedTexture packed(Texture(image, TextureUse::data));
  const TextureView view = packed.view();
  ASSERT_NE(view.alphas, nullptr);
  EXPECT_EQ(view.alphas[1], 0xffff4dffu);  // texels 4 to 7, the first in the lowest byte
  EXPECT_EQ(view.texels[0] & 0xffffffu, 0x030201u);
  EXPECT_FALSE(view.is_color);
}

}  // namespace
}  // namespace tandem
