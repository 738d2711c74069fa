// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/wire.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "test_places.h"

namespace tandem::web {
namespace {

using Json = nlohmann::json;

// A message as both languages have it: what it means, and its bytes.
struct Golden {
  std::string name;
  Json message;
  std::string bytes;
};

std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<Golden> golden(Kind kind) {
  std::vector<Golden> found;
  const std::filesystem::path folder = source_folder() / "interfaces/golden/web";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const Json json = Json::parse(read(entry.path()));
    if (json.at("kind") != static_cast<int>(kind)) continue;
    std::filesystem::path bytes = entry.path();
    found.push_back(
        {entry.path().stem(), json.at("message"), read(bytes.replace_extension(".bin"))});
  }
  EXPECT_FALSE(found.empty());
  return found;
}

std::int64_t whole(const Json& text) { return std::stoll(text.get<std::string>()); }

std::uint32_t microseconds(const Json& value) {
  return value.is_null() ? unknown_us : value.get<std::uint32_t>();
}

Vec3 vector(const Json& v) { return {v[0], v[1], v[2]}; }
Quat rotation(const Json& q) { return {q[3], q[0], q[1], q[2]}; }
Pose pose(const Json& p) { return {{p[0], p[1], p[2]}, {p[6], p[3], p[4], p[5]}}; }

double angle_between(const Quat& a, const Quat& b) {
  const auto length = [](const Quat& q) {
    return std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  };
  const double product = std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z);
  return 2 * std::acos(std::min(1.0, product / length(a) / length(b)));
}

TEST(Wire, FramesAreTheGoldenBytes) {
  for (const Golden& each : golden(Kind::frame)) {
    SCOPED_TRACE(each.name);
    FrameMessage message{.is_full = each.message["full"],
                         .epoch = each.message["epoch"],
                         .sequence = each.message["sequence"],
                         .time = SimTime(whole(each.message["time_ns"])),
                         .sent_us = whole(each.message["sent_us"]),
                         .pose_age_us = microseconds(each.message["pose_age_us"]),
                         .step_age_us = each.message["step_age_us"],
                         .bodies = {}};
    for (const Json& body : each.message["bodies"]) {
      message.bodies.push_back(
          {body["id"], {vector(body["position"]), rotation(body["rotation"])}});
      EXPECT_EQ(pack_rotation(rotation(body["rotation"])), body["rotation_bits"]);
    }
    EXPECT_EQ(encode(message), each.bytes);

    const std::optional<FrameMessage> decoded = decode_frame(each.bytes);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->sequence, message.sequence);
    EXPECT_EQ(decoded->pose_age_us, message.pose_age_us);
    ASSERT_EQ(decoded->bodies.size(), message.bodies.size());
    for (std::size_t i = 0; i < message.bodies.size(); ++i) {
      const Json& body = each.message["bodies"][i];
      EXPECT_EQ(decoded->bodies[i].id, body["id"]);
      EXPECT_EQ(std::llround(decoded->bodies[i].pose.translation.x * 1e4),
                body["position_units"][0]);
      EXPECT_LT(angle_between(decoded->bodies[i].pose.rotation, rotation(body["rotation"])),
                0.25 * std::numbers::pi / 180);
    }
  }
}

TEST(Wire, PaintIsWhatTheGoldenBytesSay) {
  for (const Golden& each : golden(Kind::paint)) {
    SCOPED_TRACE(each.name);
    PaintMessage message{
        .is_full = each.message["full"], .epoch = each.message["epoch"], .tiles = {}};
    for (const Json& tile : each.message["tiles"]) {
      PaintTile& made = message.tiles.emplace_back(
          PaintTile{tile["column"], tile["row"], tile["width"], tile["height"], {}});
      for (std::size_t i = 0; i + 3 < tile["pixels"].size(); i += 4)
        made.pixels.push_back({tile["pixels"][i], tile["pixels"][i + 1], tile["pixels"][i + 2],
                               tile["pixels"][i + 3]});
    }
    // how zlib packs is its own affair: both must mean the same
    for (const std::string& bytes : {each.bytes, encode(message)}) {
      const std::optional<PaintMessage> decoded = decode_paint(bytes);
      ASSERT_TRUE(decoded);
      EXPECT_EQ(decoded->is_full, message.is_full);
      EXPECT_EQ(decoded->epoch, message.epoch);
      ASSERT_EQ(decoded->tiles.size(), message.tiles.size());
      for (std::size_t i = 0; i < message.tiles.size(); ++i) {
        EXPECT_EQ(decoded->tiles[i].column, message.tiles[i].column);
        EXPECT_EQ(decoded->tiles[i].row, message.tiles[i].row);
        EXPECT_EQ(decoded->tiles[i].width, message.tiles[i].width);
        EXPECT_EQ(decoded->tiles[i].height, message.tiles[i].height);
        EXPECT_EQ(decoded->tiles[i].pixels, message.tiles[i].pixels);
      }
    }
  }
}

TEST(Wire, ImagesAreTheGoldenBytes) {
  for (const Golden& each : golden(Kind::image)) {
    SCOPED_TRACE(each.name);
    const std::vector<std::uint8_t> picture = each.message["picture"];
    EXPECT_EQ(
        encode(ImageMessage{.format = each.message["format"] == "png" ? ImageMessage::Format::png
                                                                      : ImageMessage::Format::jpeg,
                            .source = each.message["source"],
                            .stamp = SimTime(whole(each.message["stamp_ns"])),
                            .picture = picture}),
        each.bytes);
  }
}

TEST(Wire, PointsAreTheGoldenBytes) {
  for (const Golden& each : golden(Kind::points)) {
    SCOPED_TRACE(each.name);
    PointsMessage message{.source = each.message["source"],
                          .stamp = SimTime(whole(each.message["stamp_ns"])),
                          .world_from_sensor = pose(each.message["world_from_sensor"]),
                          .unit_m = each.message["unit_m"],
                          .points = {}};
    for (const Json& point : each.message["points"])
      message.points.push_back(static_cast<double>(message.unit_m) * vector(point));
    EXPECT_EQ(encode(message), each.bytes);
  }
}

TEST(Wire, FarPointsHaveALargerUnit) {
  EXPECT_FLOAT_EQ(unit_for(std::vector<Vec3>{{1, -30, 2}}), 0.001f);
  EXPECT_FLOAT_EQ(unit_for(std::vector<Vec3>{{1, -327.67, 2}}), 0.01f);
}

TEST(Wire, CreditsAreTheGoldenBytes) {
  for (const Golden& each : golden(Kind::credit)) {
    SCOPED_TRACE(each.name);
    const std::optional<Credit> credit = decode_credit(each.bytes);
    ASSERT_TRUE(credit);
    EXPECT_EQ(credit->sequence, each.message["sequence"]);
    EXPECT_EQ(credit->latency_us, microseconds(each.message["latency_us"]));
    EXPECT_EQ(encode(*credit), each.bytes);
  }
}

Presence presence(const Json& message) {
  const auto part = [&](const char* name) {
    return message[name].is_null() ? std::nullopt : std::optional(pose(message[name]));
  };
  return {part("head"), part("left"), part("right")};
}

TEST(Wire, PresenceAndPeopleAreTheGoldenBytes) {
  for (const Golden& each : golden(Kind::presence)) {
    SCOPED_TRACE(each.name);
    EXPECT_EQ(encode(presence(each.message)), each.bytes);
    const std::optional<Presence> decoded = decode_presence(each.bytes);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(encode(*decoded), each.bytes);
  }
  for (const Golden& each : golden(Kind::people)) {
    SCOPED_TRACE(each.name);
    std::vector<Person> people;
    for (const Json& person : each.message["people"])
      people.push_back({person["id"], presence(person)});
    EXPECT_EQ(encode(people), each.bytes);
  }
}

TEST(Wire, NobodyIsAtNoPlace) {
  const auto with = [](const Pose& pose) {
    return decode_presence(encode(Presence{.head = pose, .left = {}, .right = {}})).has_value();
  };
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(with({{1, 2, 3}, {}}));
  EXPECT_FALSE(with({{no_number, 2, 3}, {}}));
  EXPECT_FALSE(with({{1, std::numeric_limits<double>::infinity(), 3}, {}}));
  EXPECT_FALSE(with({{1, 2, 2e6}, {}}));
  EXPECT_FALSE(with({{1, 2, 3}, {0, 0, 0, 0}}));
  EXPECT_FALSE(with({{1, 2, 3}, {no_number, 0, 0, 0}}));
  std::string four_parts = encode(Presence{});
  four_parts[1] = 8;
  EXPECT_FALSE(decode_presence(four_parts));
}

// 10 bits of a part that is at most 1/sqrt(2): half a step is 0.0007, an angle of twice that and
// more where several parts are off.
TEST(Wire, RotationsAreRightWithinAQuarterOfADegree) {
  double worst = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Quat q = Quat::from_rpy(i * 0.37, i * 0.011, i * 1.7);
    worst = std::max(worst, angle_between(q, unpack_rotation(pack_rotation(q))));
  }
  EXPECT_LT(worst, 0.25 * std::numbers::pi / 180);
  EXPECT_EQ(unpack_rotation(pack_rotation(Quat{})), Quat{});
}

TEST(Wire, WhatIsCutOffIsNoMessage) {
  for (const Golden& each : golden(Kind::frame))
    for (std::size_t size = 0; size < each.bytes.size(); ++size)
      EXPECT_FALSE(decode_frame(each.bytes.substr(0, size))) << size;
  for (const Golden& each : golden(Kind::paint))
    for (std::size_t size = 0; size < each.bytes.size(); ++size)
      EXPECT_FALSE(decode_paint(each.bytes.substr(0, size))) << size;
  for (const Golden& each : golden(Kind::credit))
    for (std::size_t size = 0; size < each.bytes.size(); ++size)
      EXPECT_FALSE(decode_credit(each.bytes.substr(0, size))) << size;
  for (const Golden& each : golden(Kind::presence))
    for (std::size_t size = 0; size < each.bytes.size(); ++size)
      EXPECT_FALSE(decode_presence(each.bytes.substr(0, size))) << size;
  EXPECT_FALSE(kind_of(""));
  EXPECT_FALSE(kind_of("\x7f"));
}

}  // namespace
}  // namespace tandem::web
