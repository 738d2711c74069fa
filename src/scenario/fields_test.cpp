// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "scenario/scenario.h"
#include "scenario/suggest.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

const Section thing{"thing", {"mass_kg", "count", "at", "size_m", "color", "is_big", "names"}};

class FieldsTest : public ::testing::Test {
 protected:
  // The map's fields; the tree lives as long as the test.
  Fields fields(std::string_view text) {
    node_ = *parse_yaml(text, "f.yaml", findings_);
    return Fields(node_, thing, findings_);
  }
  std::string finding() const {
    EXPECT_EQ(findings_.all().size(), 1u);
    return findings_.all().empty() ? "" : to_string(findings_.all().front());
  }

  Findings findings_;
  YamlNode node_;
};

TEST_F(FieldsTest, UnknownKeyIsAnErrorWithPlaceAndNearestKey) {
  fields("mass_kg: 1\ncuont: 3\n");
  EXPECT_EQ(finding(), "f.yaml:2: error: 'thing' has no key 'cuont'; did you mean 'count'?");
}

TEST_F(FieldsTest, KeyWithoutItsUnitIsRecognised) {
  fields("mass: 1\n");
  EXPECT_THAT(finding(), HasSubstr("did you mean 'mass_kg'?"));
}

TEST_F(FieldsTest, NumbersAreCheckedForKindRangeAndFiniteness) {
  double mass = 7;
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"mass_kg: heavy", "'mass_kg' expects a number, is 'heavy'"},
           {"mass_kg: 3 kg", "'mass_kg' expects a number, is '3 kg'"},
           {"mass_kg: [1]", "'mass_kg' expects a number, is a list"},
           {"mass_kg: nan", "'mass_kg' must be finite, is nan"},
           {"mass_kg: inf", "'mass_kg' must be finite, is inf"},
           {"mass_kg: .nan", "'mass_kg' expects a number, is '.nan'"},
           {"mass_kg: 1e999", "'mass_kg' expects a number, is '1e999'"},
           {"mass_kg: -1", "'mass_kg' must be positive, is -1"},
           {"mass_kg: 0", "'mass_kg' must be positive, is 0"}}) {
    findings_ = {};
    EXPECT_FALSE(fields(text).read("mass_kg", mass, positive));
    EXPECT_EQ(finding(), "f.yaml:1: error: " + expected);
  }
  EXPECT_EQ(mass, 7);
  findings_ = {};
  EXPECT_TRUE(fields("mass_kg: 2.5e1").read("mass_kg", mass, positive));
  EXPECT_EQ(mass, 25);
}

TEST_F(FieldsTest, WholeNumbersAreNothingElse) {
  int count = 0;
  EXPECT_FALSE(fields("count: 2.5").read("count", count, 0, 10));
  EXPECT_THAT(finding(), HasSubstr("whole number"));
  findings_ = {};
  EXPECT_FALSE(fields("count: 11").read("count", count, 0, 10));
  EXPECT_THAT(finding(), HasSubstr("at most 10, is 11"));
  findings_ = {};
  EXPECT_TRUE(fields("count: 10").read("count", count, 0, 10));
  EXPECT_EQ(count, 10);
}

TEST_F(FieldsTest, TimesNeedTheirUnit) {
  Duration at{};
  EXPECT_FALSE(fields("at: 8").read("at", at, 0s, 1min));
  EXPECT_THAT(finding(), HasSubstr("expects a time with its unit, such as 8ms or 2s, is '8'"));
  findings_ = {};
  EXPECT_FALSE(fields("at: 2min").read("at", at, 0s, 1min));
  EXPECT_THAT(finding(), HasSubstr("at most 60s, is 2min"));
  findings_ = {};
  EXPECT_TRUE(fields("at: 8.5ms").read("at", at, 0s, 1min));
  EXPECT_EQ(at, 8500us);
}

TEST_F(FieldsTest, ColorsHaveNamesHexDigitsOrNumbers) {
  Color color;
  EXPECT_TRUE(fields("color: '#ff8000'").read("color", color));
  EXPECT_EQ(color, (Color{1, 128 / 255.0f, 0, 1}));
  EXPECT_TRUE(fields("color: [0, 0.5, 1, 0.25]").read("color", color));
  EXPECT_EQ(color, (Color{0, 0.5f, 1, 0.25f}));
  EXPECT_TRUE(fields("color: orange").read("color", color));
  EXPECT_FALSE(fields("color: oragne").read("color", color));
  EXPECT_THAT(finding(), HasSubstr("did you mean 'orange'?"));
}

TEST_F(FieldsTest, VectorsNamesAndTruth) {
  Vec3 size;
  EXPECT_TRUE(fields("size_m: [1, 2, 3]").read("size_m", size, positive));
  EXPECT_EQ(size, (Vec3{1, 2, 3}));
  std::vector<std::string> names;
  EXPECT_TRUE(fields("names: [a, b]").read("names", names));
  EXPECT_EQ(names.size(), 2u);
  bool is_big = false;
  EXPECT_TRUE(fields("is_big: true").read("is_big", is_big));
  EXPECT_TRUE(is_big);
  EXPECT_FALSE(fields("size_m: [1, 2]").read("size_m", size));
  EXPECT_THAT(finding(), HasSubstr("three numbers [x, y, z], is a list of 2"));
}

TEST_F(FieldsTest, MissingKeyAndWrongKindOfValueAreErrors) {
  EXPECT_FALSE(fields("count: 1").require("mass_kg"));
  EXPECT_EQ(finding(), "f.yaml:1: error: 'thing' must have 'mass_kg'");
  findings_ = {};
  fields("[1, 2]");
  EXPECT_THAT(finding(), HasSubstr("expected a map with the keys of 'thing', is a list"));
}

TEST(ReadPose, AnglesAreInDegreesAndOpenHeightIsKnown) {
  Findings findings;
  const YamlNode node = *parse_yaml("{x: 1, y: 2, yaw_deg: 90}", "f.yaml", findings);
  const PoseFields fields = read_pose(node, findings);
  EXPECT_FALSE(fields.has_z);
  const Vec3 ahead = fields.pose * Vec3{1, 0, 0};
  EXPECT_NEAR(ahead.x, 1, 1e-12);
  EXPECT_NEAR(ahead.y, 3, 1e-12);
  EXPECT_FALSE(findings.has_errors());
}

TEST(ParseDuration, KnowsItsUnitsAndNothingElse) {
  EXPECT_EQ(parse_duration("8ms"), 8ms);
  EXPECT_EQ(parse_duration("30s"), 30s);
  EXPECT_EQ(parse_duration("2min"), 2min);
  EXPECT_EQ(parse_duration("1h"), 1h);
  EXPECT_EQ(parse_duration("250us"), 250us);
  EXPECT_EQ(parse_duration("1.5 s"), 1500ms);
  EXPECT_EQ(parse_duration("-1s"), -1s);
  for (const std::string_view wrong : {"", "8", "ms", "8 minutes", "8ms8", "nans", "1e300h", "s8"})
    EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Suggestion, NamesWhatIsNearElseWhatThereIs) {
  const std::vector<std::string> names{"push", "park", "crowd"};
  EXPECT_EQ(suggestion("pussh", names), "; did you mean 'push'?");
  EXPECT_EQ(suggestion("warehouse", names), "; expected one of push, park, crowd");
  EXPECT_EQ(suggestion("", names), "; expected one of push, park, crowd");
  EXPECT_EQ(suggestion("x", std::vector<std::string>{}), "");
}

}  // namespace
}  // namespace tandem
