// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/golden_samples.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "messages/hex.h"
#include "test_places.h"

namespace tandem {

const std::vector<GoldenSample>& golden_samples() {
  static const std::vector<GoldenSample> samples = [] {
    std::vector<GoldenSample> read;
    std::ifstream file(source_folder() / "interfaces/golden/cdr/golden_cdr.jsonl");
    for (std::string line; std::getline(file, line);) {
      const auto sample = nlohmann::ordered_json::parse(line);
      read.push_back({sample["type"], sample["sample"], sample["fields"].dump(),
                      *from_hex(sample["cdr_hex"].get<std::string>())});
    }
    return read;
  }();
  return samples;
}

namespace {

TEST(GoldenSamples, AreAllThere) {
  std::set<std::string> types;
  for (const GoldenSample& sample : golden_samples()) types.insert(sample.type);
  EXPECT_EQ(golden_samples().size(), 1443);
  EXPECT_EQ(types.size(), 481);
}

}  // namespace
}  // namespace tandem
