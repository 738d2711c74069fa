// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_view.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "render/gl_context.h"
#include "render/test_scene.h"
#include "scenario/image.h"
#include "world/paint_layer.h"

namespace tandem {
namespace {

constexpr Material red{.base_color = {1, 0, 0, 1}};
constexpr Material green{.base_color = {0, 1, 0, 1}};
const Area four_by_three{{}, 4, 3};

// A projector without a window.
class FloorViewTest : public testing::Test {
 protected:
  void SetUp() override {
    auto context = GlContext::make(GlDevice::any);
    ASSERT_TRUE(context) << context.error();
    context_ = *std::move(context);
    view_ = make_view();
  }
  std::unique_ptr<FloorView> make_view() {
    context_->make_current();
    auto view = FloorView::make();
    EXPECT_TRUE(view) << view.error();
    return *std::move(view);
  }
  RgbaImage draw(const FloorPicture& picture) {
    view_->draw(scene_->scene(), picture);
    RgbaImage image = view_->read();
    if (const char* folder = std::getenv("TANDEM_PICTURES"))
      static_cast<void>(write_png(
          fmt::format("{}/floor_{}_{}.png", folder,
                      testing::UnitTest::GetInstance()->current_test_info()->name(), ++pictures_),
          image));
    return image;
  }
  // Straight down on 4 by 3 m, 200 pixels a metre; the middle is at (400, 300).
  static FloorPicture straight() {
    FloorPicture picture;
    picture.calibration = straight_calibration(four_by_three, 800, 600);
    return picture;
  }
  EntityId add_robot(const Pose2& at) {
    return scene_->add(Cylinder{0.2, 0.3}, {{at.translation.x, at.translation.y, 0.15}, {}}, green,
                       false);
  }

  std::unique_ptr<GlContext> context_;
  std::unique_ptr<FloorView> view_;
  std::optional<TestScene> scene_{std::in_place};
  int pictures_ = 0;
};

bool is_dark(Rgba p) { return p.r == 0 && p.g == 0 && p.b == 0; }
bool is_red(Rgba p) { return p.r > 60 && p.g < p.r / 3 && p.b < p.r / 3; }
bool is_green(Rgba p) { return p.g > 60 && p.r < p.g / 3 && p.b < p.g / 3; }

// How far a point is inside of a convex polygon whose corners go around one way or the other.
double inside_px(Vec2 point, const std::vector<Vec2>& corners) {
  double area = 0, nearest = 1e9;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    area += a.x * b.y - a.y * b.x;
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    const double cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    nearest = std::min(nearest, cross / std::hypot(b.x - a.x, b.y - a.y) * (area > 0 ? 1 : -1));
  }
  return nearest;
}

TEST_F(FloorViewTest, ASquareOfAMetreMeasuresAMetreThroughAnyCalibration) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> share(-1, 1);
  for (int round = 0; round < 16; ++round) {
    SCOPED_TRACE(round);
    // any place in the world, any heading, corners anywhere near their places, also mirrored
    const Area area{{{50 * share(random), 50 * share(random)}, 3 * share(random)}, 4, 2.5};
    FloorPicture picture;
    picture.calibration = straight_calibration(area, 1280, 800);
    for (Vec2& corner : picture.calibration.corners_px)
      corner = corner + Vec2{150 * share(random), 110 * share(random)};
    if (round % 4 == 3) {
      std::swap(picture.calibration.corners_px[0], picture.calibration.corners_px[1]);
      std::swap(picture.calibration.corners_px[2], picture.calibration.corners_px[3]);
    }
    const Result<Homography> pixels = pixels_from_floor(picture.calibration);
    ASSERT_TRUE(pixels) << pixels.error();

    scene_.emplace();
    const Pose2 square =
        area.world_from_center * Pose2{{share(random), 0.5 * share(random)}, 3 * share(random)};
    scene_->add(Box{{1, 1, 0.1}},
                {{square.translation.x, square.translation.y, 0.05},
                 Quat::from_axis_angle({0, 0, 1}, square.yaw)},
                red);
    const RgbaImage image = draw(picture);

    // what the formula says, cut off where the area ends
    std::vector<Vec2> corners, edge;
    for (const Vec2 corner : {Vec2{0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}})
      corners.push_back(*map(*pixels, square * corner));
    for (const Vec2& corner : corners_of(area)) edge.push_back(*map(*pixels, corner));
    int wrong = 0, lit = 0;
    for (int row = 0; row < image.height; ++row)
      for (int column = 0; column < image.width; ++column) {
        const Vec2 middle{column + 0.5, row + 0.5};
        const double inside = std::min(inside_px(middle, corners), inside_px(middle, edge));
        const bool is_lit = is_red(image.at(column, row));
        lit += is_lit;
        if ((inside > 1 && !is_lit) || (inside < -1 && !is_dark(image.at(column, row)))) ++wrong;
      }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(lit, 5000);
  }
}

TEST_F(FloorViewTest, HigherThingsHideLowerOnesAndWhatIsRealIsNotDrawn) {
  scene_->add(Box{{2, 2, 0.1}}, {{0, 0, 0.05}, {}}, red);
  scene_->add(Box{{0.5, 0.5, 0.4}}, {{0, 0, 0.2}, {}}, green);
  const EntityId real = scene_->add(Box{{0.5, 0.5, 0.4}}, {{1.5, 0, 0.2}, {}}, green);
  const EntityId lamp = scene_->add(Box{{4, 4, 0.1}}, {{0, 0, 2.5}, {}}, green);
  static_cast<void>(lamp);
  scene_->set_real(real, true);
  const RgbaImage image = draw(straight());
  EXPECT_TRUE(is_green(image.at(400, 300)));
  EXPECT_TRUE(is_red(image.at(400 + 150, 300)));
  EXPECT_TRUE(is_dark(image.at(400 + 300, 300)));
  scene_->set_real(real, false);
  EXPECT_TRUE(is_green(draw(straight()).at(400 + 300, 300)));
}

TEST_F(FloorViewTest, PaintLiesWhereItWasPaintedOnRealFloorsToo) {
  const EntityId floor = scene_->add(Box{{6, 6, 0.1}}, {{0, 0, -0.05}, {}}, green);
  PaintLayer layer(
      {.surface = scene_->name_of(floor), .area = {{{0.5, 0}, 0}, 2, 2}, .initial = {}});
  layer.apply(paint_fill(Area{{{1, 0.5}, 0}, 0.2, 0.2}, {1, 0, 0, 1}));
  scene_->show_paint(layer.share());
  const RgbaImage image = draw(straight());
  // the square from x 0.9 to 1.1 and y 0.4 to 0.6, 200 pixels a metre
  EXPECT_TRUE(is_red(image.at(600, 200)));
  EXPECT_TRUE(is_red(image.at(582, 182)));
  EXPECT_TRUE(is_red(image.at(617, 217)));
  EXPECT_FALSE(is_red(image.at(578, 200)));
  EXPECT_FALSE(is_red(image.at(622, 200)));
  EXPECT_FALSE(is_red(image.at(600, 178)));
  EXPECT_GT(image.at(300, 300).g, 30);  // the floor itself, dim

  scene_->set_real(floor, true);
  const RgbaImage on_real = draw(straight());
  EXPECT_TRUE(is_red(on_real.at(600, 200)));
  EXPECT_TRUE(is_dark(on_real.at(300, 300)));

  // more paint shows in the next picture, which draws little more than that
  layer.apply(paint_fill(PaintDisc{{0, 0}, 0.1}, {1, 0, 0, 1}));
  scene_->show_paint(layer.share());
  EXPECT_TRUE(is_red(draw(straight()).at(400, 300)));
  EXPECT_LT(view_->drawn_pixels(), 800 * 600 / 10);
}

TEST_F(FloorViewTest, LayersAreToggled) {
  FloorPicture picture = straight();
  const Pose2 at{{0.5, 0}, 0};
  picture.robots.push_back({.name = "r", .entity = add_robot(at), .world_from_robot = at});
  picture.robots[0].lines = {"emaros", "tracking"};
  RgbaImage camera{4, 3, std::vector<Rgba>(12, {255, 0, 0, 255})};
  picture.robots[0].image = std::make_shared<const RgbaImage>(camera);

  // the body ends 0.2 m behind; 0.15 m later the image begins, 13 lines of 16 pixels wide
  const double width = 13 * 16 * 0.005, height = width * 3 / 4, begin = 0.5 - 0.2 - 0.15;
  const auto pixel = [](double x, double y) {
    return std::pair(static_cast<int>(400 + 200 * x), static_cast<int>(300 - 200 * y));
  };
  const auto [image_x, image_y] = pixel(begin - height / 2, 0);
  const auto [text_x, text_y] = pixel(begin - height - 0.03 - 0.01, width / 2 - 0.005);
  const auto [ring_x, ring_y] = pixel(0.5, 0.2 + 0.03 + 0.015);
  const RgbaImage all = draw(picture);
  EXPECT_TRUE(is_green(all.at(500, 300)));
  EXPECT_TRUE(is_red(all.at(image_x, image_y)));
  EXPECT_FALSE(is_dark(all.at(text_x, text_y)));
  EXPECT_GT(all.at(ring_x, ring_y).b, 150);

  picture.layers.bodies = FloorBodies::none;
  EXPECT_TRUE(is_dark(draw(picture).at(500, 300)));
  picture.layers.has_images = false;
  const RgbaImage without_image = draw(picture);
  // the billboard takes the place of the image
  EXPECT_FALSE(is_red(without_image.at(image_x, image_y)));
  EXPECT_FALSE(is_dark(without_image.at(pixel(begin - 0.01, 0).first, 300)));
  picture.layers.has_billboards = false;
  EXPECT_TRUE(is_dark(draw(picture).at(pixel(begin - 0.01, 0).first, 300)));
  EXPECT_FALSE(is_dark(draw(picture).at(ring_x, ring_y)));
  picture.layers.has_lights = false;
  const RgbaImage nothing = draw(picture);
  EXPECT_TRUE(std::ranges::all_of(nothing.pixels, is_dark));
  picture.layers.has_grid = true;
  EXPECT_FALSE(is_dark(draw(picture).at(400, 100)));
}

TEST_F(FloorViewTest, LampsShineOnTheFloorUnderThem) {
  WorldDescription world;
  world.lights.push_back({.name = "lamp",
                          .type = LightType::point,
                          .world_from_light = {{1, 0, 1}, {}},
                          .diffuse = {1, 0, 0, 1}});
  scene_.emplace(world);
  scene_->add(Box{{0.1, 0.1, 0.1}}, {{-1.8, 0, 0.05}, {}}, green);
  FloorPicture picture = straight();
  EXPECT_TRUE(is_red(draw(picture).at(600, 300)));
  EXPECT_TRUE(is_dark(draw(picture).at(350, 300)));
  picture.layers.has_lights = false;
  EXPECT_TRUE(is_dark(draw(picture).at(600, 300)));
}

TEST_F(FloorViewTest, NothingIsCastOnTheBackOfARealRobot) {
  // paint, a grid, and the billboard of another robot all would be there
  const EntityId floor = scene_->add(Box{{6, 6, 0.1}}, {{0, 0, -0.05}, {}}, green);
  PaintLayer layer({.surface = scene_->name_of(floor), .area = {{}, 4, 3}, .initial = {}});
  layer.apply(paint_fill(PaintEverywhere{}, {1, 0, 0, 1}));
  scene_->show_paint(layer.share());
  FloorPicture picture = straight();
  picture.layers.has_grid = true;
  const Pose2 at{{0.1, 0.2}, 1};
  picture.robots.push_back({.name = "real",
                            .entity = add_robot(at),
                            .is_real = true,
                            .world_from_robot = at,
                            // it drives on until the picture is seen
                            .shown_from_world = {{0.05, 0}, 0},
                            .lines = {"real", "a line"}});
  const Pose2 other{{0.7, 0.2}, 0};
  picture.robots.push_back({.name = "other",
                            .entity = add_robot(other),
                            .world_from_robot = other,
                            .lines = {"other", "a line", "another line"}});
  const auto lit_on_back = [&](const RgbaImage& image) {
    int lit = 0;
    for (int row = 0; row < image.height; ++row)
      for (int column = 0; column < image.width; ++column)
        if (std::hypot(column + 0.5 - (400 + 200 * 0.15), row + 0.5 - (300 - 200 * 0.2)) <
            200 * 0.2)
          lit += !is_dark(image.at(column, row));
    return lit;
  };
  EXPECT_EQ(lit_on_back(draw(picture)), 0);
  picture.layers.bodies = FloorBodies::none;
  EXPECT_EQ(lit_on_back(draw(picture)), 0);
  // unless somebody wants to see how well it is tracked
  picture.layers.bodies = FloorBodies::all;
  EXPECT_GT(lit_on_back(draw(picture)), 4000);
}

TEST_F(FloorViewTest, WhatIsDrawnAgainIsAsIfAllWasDrawnAnew) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(-1, 1);
  const EntityId floor = scene_->add(Box{{6, 6, 0.1}}, {{0, 0, -0.05}, {}}, green);
  PaintLayer layer({.surface = scene_->name_of(floor), .area = {{}, 3, 3}, .initial = {}});
  std::vector<EntityId> things;
  for (int i = 0; i < 20; ++i)
    things.push_back(scene_->add(
        i % 2 ? Shape(Box{{0.2, 0.3, 0.2}}) : Shape(Sphere{0.1}),
        {{share(random), share(random), 0.2}, {}},
        {.base_color = {0.8f, 0.1f * static_cast<float>(i % 10), 0.5f, i % 5 == 0 ? 0.6f : 1.0f}},
        i % 4 == 0));
  FloorPicture picture = straight();
  for (Vec2& corner : picture.calibration.corners_px)
    corner = corner + Vec2{40 * share(random), 40 * share(random)};
  const Pose2 at{{0.2, 0.1}, 0};
  picture.robots.push_back(
      {.name = "r", .entity = add_robot(at), .world_from_robot = at, .lines = {"r", ""}});
  long drawn = 0;
  std::vector<std::uint32_t> shown(800 * 600), part;
  for (int step = 0; step < 30; ++step) {
    SCOPED_TRACE(step);
    for (const std::size_t i : {1u, 2u, 5u})
      scene_->move(things[i], {{share(random), share(random), 0.2 + 0.1 * share(random)},
                               Quat::from_rpy(share(random), share(random), 3 * share(random))});
    picture.robots[0].shown_from_world = {{0.02 * step, 0.01 * step}, 0.1 * step};
    picture.robots[0].lines[1] = std::to_string(step / 3);
    if (step == 10) picture.robots[0].is_real = true;
    if (step == 15) picture.layers.has_lights = false;
    if (step == 20) scene_->remove(things[7]);
    if (step == 22) picture.layers.has_grid = true;
    if (step == 24) picture.layers.has_grid = false;
    if (step == 26) picture.selected_corner = 1;
    if (step % 5 == 3)
      layer.apply(paint_fill(PaintDisc{{share(random), share(random)}, 0.1}, {0, 0, 1, 1}));
    scene_->show_paint(layer.share());
    const RgbaImage again = draw(picture);
    drawn += view_->drawn_pixels();
    // whoever is given only what changed has the whole picture
    for (const FloorRect& rect : view_->changed()) {
      view_->read(rect, part);
      for (int y = rect.y0; y < rect.y1; ++y)
        std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(y - rect.y0) * (rect.x1 - rect.x0),
                    rect.x1 - rect.x0,
                    shown.begin() + static_cast<std::ptrdiff_t>(y) * 800 + rect.x0);
    }
    EXPECT_TRUE(std::ranges::equal(shown, again.pixels, {}, {}, [](const Rgba& p) {
      return 0xff000000u | static_cast<std::uint32_t>(p.r << 16 | p.g << 8 | p.b);
    }));
    const auto fresh = make_view();
    fresh->draw(scene_->scene(), picture);
    const RgbaImage anew = fresh->read();
    int different = 0;
    for (std::size_t i = 0; i < anew.pixels.size(); ++i) {
      const Rgba a = anew.pixels[i], b = again.pixels[i];
      if (std::abs(a.r - b.r) > 1 || std::abs(a.g - b.g) > 1 || std::abs(a.b - b.b) > 1)
        ++different;
    }
    EXPECT_EQ(different, 0);
  }
  EXPECT_LT(drawn, 30L * 800 * 600 * 2 / 3);
  // and nothing new takes nothing
  draw(picture);
  EXPECT_EQ(view_->drawn_pixels(), 0);
}

}  // namespace
}  // namespace tandem
