// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/ros_arguments.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tandem {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

RosArguments parse(const std::vector<std::string>& arguments) {
  const Result<RosArguments> parsed = parse_ros_arguments(arguments);
  EXPECT_TRUE(parsed) << parsed.error();
  return parsed ? *parsed : RosArguments{};
}

std::string error_of(const std::vector<std::string>& arguments) {
  const Result<RosArguments> parsed = parse_ros_arguments(arguments);
  return parsed ? "no error" : parsed.error();
}

// A file that goes with the test.
class ParameterFile {
 public:
  explicit ParameterFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("tandem_parameters_" + std::to_string(getpid()) + ".yaml")) {
    std::ofstream(path_) << text;
  }
  ~ParameterFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST(RosArguments, AreTakenOutOfTheCommandLine) {
  const CommandLine split = split_command_line(
      {"run", "--ros-args", "-r", "a:=b", "--", "push", "--ros-args", "-p", "x:=1", "--ros-args"});
  EXPECT_THAT(split.own, ElementsAre("run", "push"));
  EXPECT_THAT(split.ros, ElementsAre("-r", "a:=b", "-p", "x:=1"));
  EXPECT_THAT(split_command_line({"run", "--", "push"}).own, ElementsAre("run", "--", "push"));
}

TEST(RosArguments, RemapsAreRead) {
  const RosArguments parsed =
      parse({"-r", "scan:=/front/scan", "--remap", "robot:odom:=wheel/odom", "-r",
             "rosservice://reset:=restart", "-r", "robot:rostopic://a:=b", "-r", "__ns:=/lab"});
  ASSERT_EQ(parsed.remaps.size(), 5u);
  EXPECT_EQ(parsed.remaps[0].node, "");
  EXPECT_EQ(parsed.remaps[0].from, "scan");
  EXPECT_EQ(parsed.remaps[0].to, "/front/scan");
  EXPECT_EQ(parsed.remaps[1].node, "robot");
  EXPECT_EQ(parsed.remaps[1].from, "odom");
  EXPECT_EQ(parsed.remaps[2].kind, RemapRule::Kind::service);
  EXPECT_EQ(parsed.remaps[2].from, "reset");
  EXPECT_EQ(parsed.remaps[3].node, "robot");
  EXPECT_EQ(parsed.remaps[3].kind, RemapRule::Kind::topic);
  EXPECT_EQ(parsed.remaps[3].from, "a");
  EXPECT_EQ(parsed.remaps[4].from, "__ns");
}

TEST(RosArguments, ParametersAreTypedAsInYaml) {
  const auto given = parse({"-p", "a:=8", "-p", "b:=8.0", "-p", "c:=true", "-p", "d:=eight", "-p",
                            "e:='8'", "-p", "f:=[1, 2.5]", "-p", "g:=[a, b]", "-p", "h:=1e3"})
                         .parameters_of("/robot");
  EXPECT_EQ(given.at("a"), ParameterValue(std::int64_t{8}));
  EXPECT_EQ(given.at("b"), ParameterValue(8.0));
  EXPECT_EQ(given.at("c"), ParameterValue(true));
  EXPECT_EQ(given.at("d"), ParameterValue(std::string("eight")));
  EXPECT_EQ(given.at("e"), ParameterValue(std::string("8")));
  EXPECT_EQ(given.at("f"), ParameterValue(std::vector<double>{1, 2.5}));
  EXPECT_EQ(given.at("g"), ParameterValue(std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(given.at("h"), ParameterValue(1000.0));
}

TEST(RosArguments, ParametersMayBeForOneNode) {
  const RosArguments parsed = parse({"-p", "x:=1", "-p", "robot:x:=2", "-p", "/lab/robot:y:=3"});
  EXPECT_EQ(parsed.parameters_of("/other").at("x"), ParameterValue(std::int64_t{1}));
  EXPECT_EQ(parsed.parameters_of("/robot").at("x"), ParameterValue(std::int64_t{2}));
  EXPECT_EQ(parsed.parameters_of("/lab/robot").at("x"), ParameterValue(std::int64_t{2}));
  EXPECT_EQ(parsed.parameters_of("/robot").count("y"), 0u);
  EXPECT_EQ(parsed.parameters_of("/lab/robot").count("y"), 1u);
}

TEST(RosArguments, FilesNameNodesAndNestParameters) {
  const ParameterFile file(
      "/**:\n"
      "  ros__parameters:\n"
      "    step_ms: 4\n"
      "    camera: {rate_hz: 30.0, lens: {angle_deg: 90}}\n"
      "/lab/robot:\n"
      "  ros__parameters:\n"
      "    step_ms: 2\n"
      "house:\n"
      "  robot:\n"
      "    ros__parameters: {names: [a, b], empty: []}\n");
  const RosArguments parsed = parse({"--params-file", file.path(), "-p", "camera.rate_hz:=15.0"});
  const auto anyone = parsed.parameters_of("/anyone");
  EXPECT_EQ(anyone.at("step_ms"), ParameterValue(std::int64_t{4}));
  EXPECT_EQ(anyone.at("camera.lens.angle_deg"), ParameterValue(std::int64_t{90}));
  EXPECT_EQ(anyone.at("camera.rate_hz"), ParameterValue(15.0));  // what is said later wins
  EXPECT_EQ(parsed.parameters_of("/lab/robot").at("step_ms"), ParameterValue(std::int64_t{2}));
  const auto in_house = parsed.parameters_of("/house/robot");
  EXPECT_EQ(in_house.at("names"), ParameterValue(std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(in_house.at("step_ms"), ParameterValue(std::int64_t{4}));
}

TEST(RosArguments, MistakesInFilesHaveFileAndLine) {
  const auto error_in = [](const std::string& text) {
    const ParameterFile file(text);
    const std::string error = error_of({"--params-file", file.path()});
    EXPECT_THAT(error, HasSubstr(file.path()));
    return error;
  };
  EXPECT_THAT(error_in("robot:\n  step: 3\n"), HasSubstr("line 2: step: expected ros__parameters"));
  EXPECT_THAT(error_in("ros__parameters: {a: 1}\n"), HasSubstr("below a node's name"));
  EXPECT_THAT(error_in("robot: {ros__parameters: {a: [1, [2]]}}"), HasSubstr("a list may hold"));
  EXPECT_THAT(error_in("robot: {ros__parameters: {a: [1, x]}}"), HasSubstr("of one type"));
  EXPECT_THAT(error_in("robot: {ros__parameters: {a: }}"), HasSubstr("a: has no value"));
  EXPECT_THAT(error_in("robot: {ros__parameters: [1]}"), HasSubstr("names with values"));
  EXPECT_THAT(error_in("robot: [1,\n"), HasSubstr("line "));
  EXPECT_THAT(error_in("- a\n"), HasSubstr("names of nodes"));
  EXPECT_THAT(error_of({"--params-file", "/nowhere.yaml"}),
              HasSubstr("/nowhere.yaml: can't be read"));
  std::string deep = "robot: {ros__parameters: ";
  for (int i = 0; i < 100; ++i) deep += "{a: ";
  deep += "1" + std::string(101, '}');
  EXPECT_THAT(error_in(deep), HasSubstr("too deeply"));
}

TEST(RosArguments, AnEmptyFileSaysNothing) {
  const ParameterFile file("");
  EXPECT_THAT(parse({"--params-file", file.path()}).parameters, IsEmpty());
}

TEST(RosArguments, LogLevelsAreRead) {
  const RosArguments parsed = parse({"--log-level", "WARN", "--log-level", "lab.robot:=debug"});
  EXPECT_EQ(parsed.log_level_of("other"), LogLevel::warning);
  EXPECT_EQ(parsed.log_level_of("lab.robot"), LogLevel::debug);
  EXPECT_EQ(parse({}).log_level_of("robot"), std::nullopt);
}

TEST(RosArguments, ALogLevelThatIsUnsetIsTheUsualOne) {
  const RosArguments parsed =
      parse({"--log-level", "warn", "--log-level", "robot:=debug", "--log-level", "robot:=UNSET"});
  EXPECT_EQ(parsed.log_level_of("robot"), LogLevel::warning);
  EXPECT_EQ(parse({"--log-level", "debug", "--log-level", "unset"}).log_level_of("robot"),
            std::nullopt);
}

TEST(RosArguments, WhatConcernsKeysAndLogFilesIsTakenAndChangesNothing) {
  const RosArguments parsed = parse(
      {"-e", "/lab", "--enclave", "/lab/robot", "--log-config-file", "log.xml", "--log-file-name",
       "robot", "--disable-external-lib-logs", "--enable-external-lib-logs", "-p", "a:=1"});
  EXPECT_EQ(parsed.parameters.size(), 1u);
  EXPECT_THAT(error_of({"-e"}), HasSubstr("-e needs a value"));
}

TEST(RosArguments, LogsCanBeSwitchedOff) {
  EXPECT_TRUE(parse({}).has_rosout_logs);
  const RosArguments parsed = parse(
      {"--disable-rosout-logs", "--disable-stdout-logs", "-p", "a:=1", "--enable-stdout-logs"});
  EXPECT_FALSE(parsed.has_rosout_logs);
  EXPECT_TRUE(parsed.has_console_logs);
}

TEST(RosArguments, MistakesGetASentence) {
  EXPECT_THAT(error_of({"--unknown"}), HasSubstr("--unknown is no argument"));
  EXPECT_THAT(error_of({"stray"}), HasSubstr("stray is no argument"));
  EXPECT_THAT(error_of({"-r"}), HasSubstr("-r needs a value"));
  EXPECT_THAT(error_of({"-r", "a=b"}), HasSubstr("expected from:=to"));
  EXPECT_THAT(error_of({"-r", "a:="}), HasSubstr("expected from:=to"));
  EXPECT_THAT(error_of({"-r", ":=b"}), HasSubstr("expected from:=to"));
  EXPECT_THAT(error_of({"-r", "a:=b c"}), HasSubstr("\"b c\""));
  EXPECT_THAT(error_of({"-r", "__node:=a/b"}), HasSubstr("slash"));
  EXPECT_THAT(error_of({"-r", "__ns:=lab"}), HasSubstr("start with a slash"));
  EXPECT_THAT(error_of({"-p", "a"}), HasSubstr("expected name:=value"));
  EXPECT_THAT(error_of({"-p", "a:=[1,"}), HasSubstr("is not YAML"));
  EXPECT_THAT(error_of({"-p", "a:="}), HasSubstr("has no value"));
  EXPECT_THAT(error_of({"-p", "a:={b: 1}"}), HasSubstr("expected one value or a list"));
  EXPECT_THAT(error_of({"--log-level", "loud"}), HasSubstr("expected debug, info, warn, error"));
}

TEST(RosArguments, PatternsFitNodes) {
  EXPECT_TRUE(fits_node("/**", "/robot"));
  EXPECT_TRUE(fits_node("/**", "/a/b/robot"));
  EXPECT_TRUE(fits_node("/*", "/robot"));
  EXPECT_FALSE(fits_node("/*", "/lab/robot"));
  EXPECT_TRUE(fits_node("/*/robot", "/lab/robot"));
  EXPECT_TRUE(fits_node("/**/robot", "/robot"));
  EXPECT_TRUE(fits_node("/**/robot", "/a/b/robot"));
  EXPECT_FALSE(fits_node("/**/robot", "/a/robot/b"));
  EXPECT_TRUE(fits_node("/lab/**", "/lab/a/b"));
  EXPECT_FALSE(fits_node("/lab/**", "/house/a"));
  EXPECT_TRUE(fits_node("/lab/robot", "/lab/robot"));
  EXPECT_FALSE(fits_node("/lab/robot", "/lab/robot2"));
}

TEST(ParameterValue, ReadsAsItIsWritten) {
  for (const char* text : {"true", "8", "0.5", "8.0", "lab", "[1, 2]", "[1.5, 2.0]",
                           "[true, false]", "[a, b]", "-3", "1e+20"}) {
    const Result<ParameterValue> value = parse_parameter_value(text);
    ASSERT_TRUE(value) << value.error();
    EXPECT_EQ(to_string(*value), text);
  }
}

}  // namespace tandem
