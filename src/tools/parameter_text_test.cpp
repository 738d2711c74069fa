// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/parameter_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "middleware/ros_arguments.h"

namespace tandem {
namespace {

using Parameters = std::map<std::string, ParameterValue>;
using Texts = std::vector<std::string>;

TEST(ParameterText, SaysTypeAndValueAsRosDoes) {
  EXPECT_EQ(value_sentence(ParameterValue(true)), "Boolean value is: True");
  EXPECT_EQ(value_sentence(ParameterValue(std::int64_t{8})), "Integer value is: 8");
  EXPECT_EQ(value_sentence(ParameterValue(1.0)), "Double value is: 1.0");
  EXPECT_EQ(value_sentence(ParameterValue("it's")), "String value is: it's");
  EXPECT_EQ(value_sentence(ParameterValue(std::vector{1.0, 0.5})), "Double values are: [1.0, 0.5]");
  EXPECT_EQ(value_sentence(ParameterValue(std::vector{true, false})),
            "Boolean values are: [True, False]");
  EXPECT_EQ(value_sentence(ParameterValue(Texts{"a", "b"})), "String values are: ['a', 'b']");
  EXPECT_EQ(value_sentence(ParameterValue()), "Parameter not set.");
}

TEST(ParameterText, DescribesConstraints) {
  rcl_interfaces::msg::ParameterDescriptor speed;
  speed.name = "speed";
  speed.type = 3;
  speed.description = "How fast";
  speed.read_only = true;
  speed.floating_point_range = {{.from_value = 0, .to_value = 1.5, .step = 0.5}};
  EXPECT_EQ(to_text(speed),
            "Parameter name: speed\n"
            "  Type: double\n"
            "  Description: How fast\n"
            "  Constraints:\n"
            "    Read only: true\n"
            "    Min value: 0.0\n"
            "    Max value: 1.5\n"
            "    Step: 0.5\n");
}

TEST(ParameterText, FilesNestNamesWithDots) {
  EXPECT_EQ(parameter_file("/lab/robot", {{"use_sim_time", ParameterValue(false)},
                                          {"camera.rate", ParameterValue(30.0)},
                                          {"camera.name", ParameterValue("front")}}),
            "/lab/robot:\n"
            "  ros__parameters:\n"
            "    use_sim_time: false\n"
            "    camera:\n"
            "      name: front\n"
            "      rate: 30.0\n");
}

// What a node would read from the file.
Parameters read_back(const Parameters& parameters) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = folder / "parameters.yaml";
  std::ofstream(path) << parameter_file("/robot", parameters);
  const auto arguments = parse_ros_arguments({"--params-file", path.string()});
  std::filesystem::remove_all(folder);
  if (!arguments) {
    ADD_FAILURE() << arguments.error();
    return {};
  }
  return arguments->parameters_of("/robot");
}

TEST(ParameterText, FilesReadBackAsTheSameValues) {
  const Parameters parameters{
      {"bool", ParameterValue(true)},
      {"int", ParameterValue(std::int64_t{-3})},
      {"whole", ParameterValue(2.0)},
      {"tiny", ParameterValue(1e-9)},
      {"infinite", ParameterValue(-std::numeric_limits<double>::infinity())},
      {"plain", ParameterValue("lab")},
      {"number", ParameterValue("12")},
      {"truth", ParameterValue("yes")},
      {"empty", ParameterValue("")},
      {"quoted", ParameterValue("it's: a #1 'test'")},
      {"lines", ParameterValue("a\nb\tc\x01")},
      {"list", ParameterValue(Texts{"a", "b,c", "3", "", "[x]", "d: e"})},
      {"bools", ParameterValue(std::vector{true, false})},
      {"ints", ParameterValue(std::vector<std::int64_t>{1, 2})},
      {"doubles", ParameterValue(std::vector{1.0, 2.5})},
      {"group", ParameterValue(std::int64_t{1})},
      {"group.inner", ParameterValue(std::int64_t{2})},
      {"deep.deeper.deepest", ParameterValue("x")},
  };
  EXPECT_EQ(read_back(parameters), parameters);
}

}  // namespace
}  // namespace tandem
