// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_world.h"
#include "rules/field_look.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// A field of 10 by 8 tiles of 0.08 m around the origin. Tools are 0.3 m wide: of the middles at
// 0.04, 0.12, 0.2 and 0.28 m on either side of the way they cover two, so a drive along x works on
// 4 of the 8 rows.
const std::string small_farm = R"(
world: {generate: arena, size_x_m: 6, size_y_m: 4}
robots: [{name: emaros, model: emaros, pose: {x: -1.2}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
spawn:
  plow: {area: {x: -2.3, y: -1.3, size_x_m: 0.4, size_y_m: 0.4}, object: {model: plow}}
  seeder: {area: {x: -2.3, y: 0, size_x_m: 0.4, size_y_m: 0.4}, object: {model: seeder}}
  harvester: {area: {x: -2.3, y: 1.3, size_x_m: 0.4, size_y_m: 0.4}, object: {model: harvester}}
rules:
  attachment: {type: attachment, tools: [plow, seeder, harvester]}
  field: {type: field, area: {size_x_m: 0.8, size_y_m: 0.64}, tile_m: 0.08, sprouting: 1s, ripening: 2s}
)";
constexpr double all = 80;
constexpr double rows_of_a_drive = 40;

class Farm : public RuleWorld {
 public:
  explicit Farm(const std::string& yaml = small_farm) : RuleWorld(yaml) {}

  // Puts the robot west of the field with a tool before it, and takes that.
  void take(const std::string& tool) {
    edit(SetEntityState{"emaros", Pose{{-1.2, 0, 0.035}, {}}, {}});
    edit(SetEntityState{tool + "_1", Pose{{-0.92, 0, 0.001}, {}}, {}});
    run(200ms);
    const OrderOutcome outcome = order("attach," + tool);
    ASSERT_TRUE(outcome.is_done) << outcome.text;
  }
  // Over the field, from west to east.
  void cross() {
    drive("emaros", 0.5, 0, 5s);
    ASSERT_GT(pose_of("emaros").translation.x, 0.3) << "the tool is past the field";
  }
  void put_away(const std::string& tool, double y) {
    ASSERT_TRUE(order("detach").is_done);
    edit(SetEntityState{tool + "_1", Pose{{-2.3, y, 0.001}, {}}, {}});
  }
  double tiles(const std::string& state) const { return std::get<double>(status("field", state)); }
  Rgba pixel_at(Vec2 at) const {
    return frame().paint->pixel(static_cast<int>((at.x + 2) / 0.005),
                                static_cast<int>((1.5 - at.y) / 0.005));
  }
};

TEST(Field, IsWorkedOnByToolsInTurn) {
  Farm farm;
  EXPECT_EQ(farm.tiles("untouched"), all);
  farm.take("plow");
  ASSERT_TRUE(farm.order("tool,on").is_done);
  farm.cross();
  EXPECT_EQ(farm.tiles("ploughed"), rows_of_a_drive);
  EXPECT_EQ(farm.tiles("untouched"), all - rows_of_a_drive);
  farm.put_away("plow", -1.3);

  farm.take("seeder");
  ASSERT_TRUE(farm.order("tool,on").is_done);
  farm.cross();
  // the first that were sown grow already
  EXPECT_EQ(farm.tiles("ploughed"), 0);
  farm.put_away("seeder", 0);
  farm.run(1s);
  EXPECT_EQ(farm.tiles("seeded"), 0);
  farm.run(2s);
  EXPECT_EQ(farm.tiles("growing"), 0);
  EXPECT_EQ(farm.tiles("ripe"), rows_of_a_drive);

  farm.take("harvester");
  ASSERT_TRUE(farm.order("tool,on").is_done);
  farm.cross();
  EXPECT_EQ(farm.tiles("harvested"), rows_of_a_drive);
  EXPECT_EQ(farm.status("field", "done"), RuleValue(0.5));
  EXPECT_EQ(farm.tiles("untouched"), all - rows_of_a_drive);
  EXPECT_EQ(farm.count_events("field_ploughed"), 0) << "half of it never was";
}

TEST(Field, IsLeftAloneByAToolThatIsOffOrNotCarried) {
  Farm farm;
  farm.edit(SetEntityState{"plow_1", Pose{{0, 0, 0.001}, {}}, {}});
  farm.run(1s);
  EXPECT_EQ(farm.tiles("untouched"), all) << "a plow that stands about ploughs nothing";
  farm.take("plow");
  farm.cross();
  EXPECT_EQ(farm.tiles("untouched"), all) << "it is off";
}

TEST(Field, IsNotSownBeforeItIsPloughed) {
  Farm farm;
  farm.take("seeder");
  ASSERT_TRUE(farm.order("tool,on").is_done);
  farm.cross();
  EXPECT_EQ(farm.tiles("untouched"), all);
}

TEST(Field, ShowsItsStateOnTheFloor) {
  Farm farm;
  // the pixel at (0.1, 0.02) is 0.5 m from the field's western side, 0.34 m from its southern one
  const auto look = [](TileState state) {
    return field_look(state).at(100, field_look_px - 1 - 68);
  };
  EXPECT_EQ(farm.pixel_at({0.1025, 0.0225}), look(TileState::untouched));
  farm.take("plow");
  ASSERT_TRUE(farm.order("tool,on").is_done);
  farm.cross();
  EXPECT_EQ(farm.pixel_at({0.1025, 0.0225}), look(TileState::ploughed));
  EXPECT_NE(look(TileState::ploughed), look(TileState::untouched));
  EXPECT_EQ(farm.pixel_at({0.5, 0.0225}).a, 0) << "beside the field nothing is painted";
}

TEST(Field, TellsWhenAllOfItHasReachedAState) {
  // one row, narrower than the tools, of which each does everything
  Farm farm(R"(
world: {generate: arena, size_x_m: 6, size_y_m: 4}
robots: [{name: emaros, model: emaros, pose: {x: -1.2}}]
paint: {area: {size_x_m: 4, size_y_m: 3}}
spawn:
  plow: {area: {x: -2.3, y: -1.3, size_x_m: 0.4, size_y_m: 0.4}, object: {model: plow}}
rules:
  attachment: {type: attachment, tools: [plow]}
  field: {type: field, area: {size_x_m: 0.8, size_y_m: 0.1}, tile_m: 0.1, sprouting: 5s, ripening: 0s,
          seeder: [plow], harvester: [carton]}
)");
  farm.take("plow");
  ASSERT_TRUE(farm.order("tool,on").is_done);
  farm.cross();
  EXPECT_EQ(farm.count_events("field_ploughed"), 1);
  EXPECT_EQ(farm.count_events("field_seeded"), 1);
  farm.run(10s);
  EXPECT_EQ(farm.count_events("field_growing"), 1);
  EXPECT_EQ(farm.count_events("field_ripe"), 1);
  EXPECT_EQ(farm.count_events("field_harvested"), 0);
  EXPECT_EQ(farm.events().back().text, "all of field is ripe");
}

TEST(Field, BeginsAnewAndTheSameAfterAReset) {
  const auto go = [](Farm& farm) {
    farm.take("plow");
    EXPECT_TRUE(farm.order("tool,on").is_done);
    farm.drive("emaros", 0.4, 0.1, 3s);
    EXPECT_GT(farm.tiles("ploughed"), 0);
    return farm.frame().state_hash;
  };
  Farm farm;
  farm.step();
  const std::uint64_t first = go(farm);
  farm.order("reset");
  EXPECT_EQ(farm.tiles("untouched"), all);
  EXPECT_EQ(farm.pixel_at({0.1025, 0.0225}),
            field_look(TileState::untouched).at(100, field_look_px - 1 - 68));
  EXPECT_EQ(go(farm), first);
}

TEST(Field, SettingsAreChecked) {
  const auto wrong = [](const std::string& settings,
                        const std::string& paint = "{area: {size_x_m: 4, size_y_m: 3}}") {
    return findings_of("paint: " + paint + "\nrules: {f: {type: field, " + settings + "}}");
  };
  EXPECT_THAT(wrong("tile_m: 0.1"), HasSubstr("must have 'area'"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}, tile_m: 0"), HasSubstr("tile_m"));
  EXPECT_THAT(wrong("area: {size_x_m: 4, size_y_m: 3}, tile_m: 0.01"),
              HasSubstr("more than 100000 tiles"));
  EXPECT_THAT(wrong("area: {size_x_m: 5, size_y_m: 1}"),
              HasSubstr("larger than the painted floor"));
  EXPECT_THAT(wrong("area: {x: 1.6, size_x_m: 1, size_y_m: 1}"), HasSubstr("or beside it"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}, plow: [plough]"), HasSubstr("plough"));
  EXPECT_THAT(wrong("area: {size_x_m: 1, size_y_m: 1}, ripening: 3"), HasSubstr("ripening"));
  EXPECT_THAT(findings_of("rules: {f: {type: field, area: {size_x_m: 1, size_y_m: 1}}}"),
              HasSubstr("a floor that can be painted"));
  EXPECT_EQ(wrong("area: {size_x_m: 4, size_y_m: 3}"), "") << "all of the floor is a field";
}

}  // namespace
}  // namespace tandem
