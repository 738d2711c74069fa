// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "film/film.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <fstream>

#include "imaging/jpeg.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

constexpr const char* room = R"(name: room
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.3}
robots: [{name: emaros, model: emaros}]
)";

class FilmTest : public testing::Test {
 protected:
  FilmTest() {
    std::string pattern = (fs::temp_directory_path() / "tandem-film-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    Findings findings;
    simulation_.emplace(load_checked_scenario_text(room, "room.yaml", {}, findings),
                        SimulationOptions{.threads = 1});
  }
  ~FilmTest() override { fs::remove_all(folder_); }

  void run(Film& film, Duration time, const std::string& caption) {
    const SimTime end = simulation_->time() + time;
    while (simulation_->time() < end) {
      const Frame frame = simulation_->step({.commands = {{"emaros", {0.3, 0}}}});
      film.add(frame, frame.time == end ? caption : "");
    }
  }
  std::string bytes(const Picture& picture) const {
    std::ifstream in(folder_ / picture.file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  RgbImage image(const Picture& picture) const {
    const std::string jpeg = bytes(picture);
    return *JpegDecoder().decode({reinterpret_cast<const std::uint8_t*>(jpeg.data()), jpeg.size()});
  }

  fs::path folder_;
  std::optional<Simulation> simulation_;
};

TEST_F(FilmTest, HasTheFloorTheMomentsAndTheLastSeconds) {
  Film film({.last = 1s, .period = 250ms, .width_px = 160, .height_px = 100});
  film.add(simulation_->edit({}));
  run(film, 800ms, "first");
  run(film, 800ms, "second");
  const auto pictures = film.develop(folder_, "run", true);
  ASSERT_TRUE(pictures) << pictures.error();

  std::vector<std::string> captions;
  std::vector<double> times;
  for (const Picture& picture : *pictures) {
    if (picture.kind == Picture::Kind::moment) captions.push_back(picture.caption);
    if (picture.kind == Picture::Kind::film) times.push_back(picture.time_s);
    EXPECT_EQ(image(picture).height, picture.kind == Picture::Kind::floor ? 900 : 100);
  }
  EXPECT_THAT(captions, ElementsAre("first", "second"));
  ASSERT_GE(times.size(), 4u);
  EXPECT_LE(times.size(), 6u);
  EXPECT_GE(times.front(), 0.6);
  EXPECT_DOUBLE_EQ(times.back(), 1.6);

  // the room is 4 by 3 m, with the thickness of its walls and some room around them
  const Picture& floor = pictures->front();
  ASSERT_TRUE(floor.area);
  EXPECT_LE(floor.area->low_x, -2);
  EXPECT_GE(floor.area->high_y, 1.5);
  EXPECT_LT(floor.area->high_x - floor.area->low_x, 5);
}

TEST_F(FilmTest, ShowsThingsWhereTheyAreOnTheFloor) {
  Findings findings;
  simulation_.emplace(load_checked_scenario_text(R"(name: spot
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.3}
paint:
  strokes: [{points: [[1, 0.5], [1.001, 0.5]], width_m: 0.4, color: red}]
)",
                                                 "spot.yaml", {}, findings));
  Film film;
  film.add(simulation_->edit({}));
  const auto pictures = film.develop(folder_, "run", false);
  ASSERT_TRUE(pictures) << pictures.error();
  ASSERT_EQ(pictures->size(), 1u);
  const Picture::Area area = *pictures->front().area;
  const RgbImage floor = image(pictures->front());
  const auto redness_at = [&](double x, double y) {
    const auto column =
        static_cast<int>((x - area.low_x) / (area.high_x - area.low_x) * floor.width);
    const auto row =
        static_cast<int>((area.high_y - y) / (area.high_y - area.low_y) * floor.height);
    const auto* pixel = &floor.rgb[3 * static_cast<std::size_t>(row * floor.width + column)];
    return static_cast<double>(pixel[0]) / (1 + pixel[1] + pixel[2]);
  };
  for (const double d : {-0.15, 0.15}) {
    EXPECT_GT(redness_at(1 + d, 0.5), 1);
    EXPECT_GT(redness_at(1, 0.5 + d), 1);
  }
  for (const double d : {-0.3, 0.3}) {
    EXPECT_LT(redness_at(1 + d, 0.5), 1);
    EXPECT_LT(redness_at(1, 0.5 + d), 1);
  }
}

TEST_F(FilmTest, OfTheSameFramesIsTheSame) {
  Film film({.last = 200ms, .width_px = 160, .height_px = 100});
  run(film, 400ms, "end");
  const auto once = *film.develop(folder_, "a", true), again = *film.develop(folder_, "b", true);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(bytes(once[i]), bytes(again[i]));
}

TEST_F(FilmTest, KeepsTheLastOfManyMoments) {
  Film film({.most_moments = 3});
  for (int i = 0; i < 10; ++i) film.add(simulation_->step({}), std::to_string(i));
  const auto pictures = film.develop(folder_, "run", false);
  std::vector<std::string> captions;
  for (const Picture& picture : *pictures)
    if (picture.kind == Picture::Kind::moment) captions.push_back(picture.caption);
  EXPECT_THAT(captions, ElementsAre("0", "1", "9"));
}

TEST(Film, OfNothingHasNoPictures) { EXPECT_TRUE(Film().develop("/nowhere", "x", true)->empty()); }

}  // namespace
}  // namespace tandem
