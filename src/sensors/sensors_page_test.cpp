// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "sensors/sensor_kind.h"
#include "test_places.h"

namespace tandem {
namespace {

// A sensor of this type without any settings.
SensorDescription bare(std::string_view type) {
  SensorDescription sensor;
  sensor.name = "s";
  sensor.type = type;
  return sensor;
}

TEST(SensorsPage, ExplainsEveryKeyOfEveryKind) {
  std::ifstream stream(source_folder() / "docs/sensors.md");
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  ASSERT_FALSE(page.empty());
  for (const SensorKind& kind : sensor_kinds()) {
    Findings findings;
    const SensorDescription sensor = bare(kind.type);
    SettingsReader settings(sensor, findings);
    kind.check(settings);
    EXPECT_FALSE(findings.has_errors()) << kind.type << " is wrong without any settings";

    const std::string heading = fmt::format("\n### {}\n", kind.type);
    const std::size_t begin = page.find(heading);
    ASSERT_NE(begin, std::string::npos) << "no heading '" << kind.type << "'";
    std::string part = page.substr(begin, page.find("\n##", begin + heading.size()) - begin);
    // a pair of cameras has the keys of one
    if (kind.type == "stereo") {
      const std::size_t camera = page.find("\n### camera\n");
      part += page.substr(camera, page.find("\n###", camera + 5) - camera);
    }
    for (const std::string& key : settings.asked())
      EXPECT_NE(part.find(fmt::format("| `{}` |", key)), std::string::npos)
          << kind.type << " does not explain " << key;
  }
}

TEST(SensorsPage, HasNoKeysThatNobodyReads) {
  std::ifstream stream(source_folder() / "docs/sensors.md");
  std::string line;
  const SensorKind* kind = nullptr;
  std::vector<std::string> known;
  while (std::getline(stream, line)) {
    if (line.starts_with("## ")) kind = nullptr;
    if (line.starts_with("### ")) {
      const std::string type = line.substr(4);
      const SensorDescription sensor = bare(type);
      kind = find_kind(sensor);
      ASSERT_NE(kind, nullptr) << type;
      Findings findings;
      SettingsReader settings(sensor, findings);
      kind->check(settings);
      known = settings.asked();
    }
    if (!kind || !line.starts_with("| `")) continue;
    const std::string key = line.substr(3, line.find('`', 3) - 3);
    EXPECT_NE(std::ranges::find(known, key), known.end()) << kind->type << " has no " << key;
  }
}

}  // namespace
}  // namespace tandem
