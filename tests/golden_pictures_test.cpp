// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shipped_views.h"
#include "test_places.h"

// Pictures that somebody looked at and found right, kept in tests/golden. Both renderers still draw
// them so, smooth edges included. After a change of the look that is meant, write them anew with
// TANDEM_GOLDEN=write and look at them again.
namespace tandem {
namespace {

class GoldenPicture : public testing::TestWithParam<ShippedView> {
 protected:
  std::filesystem::path file() const {
    return source_folder() / "tests/golden" / (GetParam().name + ".png");
  }
};

struct Difference {
  double mean = 0;         // of 255
  double clear_share = 0;  // of pixels with a channel that is off by more than 24
};

Difference difference(const RgbaImage& a, const RgbaImage& b) {
  Difference all;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const Rgba &p = a.pixels[i], &q = b.pixels[i];
    const int red = std::abs(p.r - q.r), green = std::abs(p.g - q.g), blue = std::abs(p.b - q.b);
    all.mean += (red + green + blue) / 3.0;
    if (std::max({red, green, blue}) > 24) all.clear_share += 1;
  }
  all.mean /= static_cast<double>(a.pixels.size());
  all.clear_share /= static_cast<double>(a.pixels.size());
  return all;
}

TEST_P(GoldenPicture, IsStillDrawn) {
  const DrawnScenario scenario(GetParam());
  ASSERT_TRUE(scenario.is_loaded());
  const CameraView view = scenario.view(200, 150);
  const RgbaImage ray = DrawnScenario::picture_of(scenario.draw(RendererChoice::ray, view));
  const char* wish = std::getenv("TANDEM_GOLDEN");
  if (wish != nullptr && wish == std::string("write")) {
    ASSERT_TRUE(write_png(file(), ray));
  }
  const Result<RgbaImage> golden = read_rgba_image(file());
  ASSERT_TRUE(golden) << file() << " " << golden.error();
  ASSERT_EQ(ray.pixels.size(), golden->pixels.size());

  // the last bits of rays differ between machines, which moves single edges
  const Difference by_rays = difference(ray, *golden);
  EXPECT_LE(by_rays.mean, 0.3);
  EXPECT_LE(by_rays.clear_share, 0.002);
  // edges of shadows are found in another way
  const Difference by_gl =
      difference(DrawnScenario::picture_of(scenario.draw(RendererChoice::gl, view)), *golden);
  EXPECT_LE(by_gl.mean, 2);
  EXPECT_LE(by_gl.clear_share, 0.02);
}

std::vector<ShippedView> golden_views() {
  const std::vector<std::string> golden{"push",           "park",     "lunar", "office",
                                        "office_meeting", "paint",    "pong",  "logistics",
                                        "farm",           "corridor", "hazard"};
  std::vector<ShippedView> views;
  for (const ShippedView& view : shipped_views())
    if (std::ranges::find(golden, view.name) != golden.end()) views.push_back(view);
  return views;
}

INSTANTIATE_TEST_SUITE_P(Views, GoldenPicture, testing::ValuesIn(golden_views()),
                         [](const auto& run) { return run.param.name; });

}  // namespace
}  // namespace tandem
