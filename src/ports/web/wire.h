// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "geometry/pose.h"
#include "geometry/rgba_image.h"

namespace tandem::web {

// The messages of docs/protocol.md as bytes. What the server says is written and, for the tests,
// read; what pages say is read and checked.

enum class Kind : std::uint8_t {
  frame = 1,
  paint = 2,
  image = 3,
  points = 4,
  grid = 5,
  people = 6,
  hello = 64,
  world = 65,
  entities = 66,
  status = 67,
  events = 68,
  board = 69,
  sources = 70,
  watching = 71,
  drawing = 72,
  answer = 73,
  time = 74,
  missions = 75,
  credit = 128,
  presence = 129,
  join = 192,
  watch = 193,
  ask_time = 194,
  command = 195,
};

constexpr std::uint32_t unknown_us = 0xffffffff;

struct BodyPose {
  std::uint32_t id = 0;
  Pose pose;
};

struct FrameMessage {
  bool is_full = false;
  std::uint32_t epoch = 0;
  std::uint32_t sequence = 0;
  SimTime time{};
  std::int64_t sent_us = 0;
  std::uint32_t pose_age_us = unknown_us;
  std::uint32_t step_age_us = 0;
  std::vector<BodyPose> bodies;  // by id
};

struct PaintTile {
  std::uint16_t column = 0, row = 0, width = 0, height = 0;  // pixels
  std::vector<Rgba> pixels;                                  // empty: clear
};

struct PaintMessage {
  bool is_full = false;
  std::uint32_t epoch = 0;
  std::vector<PaintTile> tiles;
};

struct ImageMessage {
  enum class Format : std::uint8_t { jpeg = 1, png = 2 };
  Format format = Format::jpeg;
  std::uint16_t source = 0;
  SimTime stamp{};
  std::span<const std::uint8_t> picture;
};

struct PointsMessage {
  std::uint16_t source = 0;
  SimTime stamp{};
  Pose world_from_sensor;
  float unit_m = 0.001f;
  std::vector<Vec3> points;  // in the sensor's frame
};
// A millimetre, unless that does not reach.
float unit_for(std::span<const Vec3> points);

struct GridMessage {
  std::uint16_t source = 0;
  SimTime stamp{};
  double cell_m = 0.05;
  Pose world_from_grid;
  std::uint32_t width = 0, height = 0;
  std::span<const std::int8_t> cells;
};

std::string encode(const FrameMessage& message);
// The bodies alone, and the whole around such: many pages get the same ones.
std::string encode_bodies(std::span<const BodyPose> bodies);
std::string encode(const FrameMessage& without_bodies, std::uint32_t count,
                   std::string_view bodies);
std::string encode(const PaintMessage& message);
std::string encode(const ImageMessage& message);
std::string encode(const PointsMessage& message);
std::string encode(const GridMessage& message);
std::string encode_text(Kind kind, std::string_view json);

struct Credit {
  std::uint32_t sequence = 0;
  std::uint32_t latency_us = unknown_us;
};
std::string encode(const Credit& credit);

// Where a person with a headset is: what of them is seen, in the world. Nothing of it: nobody.
struct Presence {
  std::optional<Pose> head, left, right;

  bool is_nobody() const { return !head && !left && !right; }
};
struct Person {
  std::uint32_t id = 0;  // of their page, for as long as it is connected
  Presence presence;
};
std::string encode(const Presence& presence);
std::string encode(std::span<const Person> people);
// Nothing when it is no presence, or of nobody who could be seen: with parts at no place.
std::optional<Presence> decode_presence(std::string_view message);

// Of a message that arrived: its kind, and what follows.
std::optional<Kind> kind_of(std::string_view message);
std::optional<Credit> decode_credit(std::string_view message);
inline std::string_view text_of(std::string_view message) { return message.substr(1); }

// What a rotation becomes in a frame, and back.
std::uint32_t pack_rotation(const Quat& rotation);
Quat unpack_rotation(std::uint32_t packed);

// Nothing when it is no frame.
std::optional<FrameMessage> decode_frame(std::string_view message);
std::optional<PaintMessage> decode_paint(std::string_view message);

}  // namespace tandem::web
