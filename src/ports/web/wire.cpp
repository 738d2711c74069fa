// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/wire.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <numbers>

namespace tandem::web {

namespace {

static_assert(std::endian::native == std::endian::little, "bytes are copied as they are");

constexpr double position_unit_m = 1e-4;
constexpr double rotation_steps = 511;
constexpr std::size_t max_tile_px = 4096;  // along a side

class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}

  template <typename T>
  requires std::is_trivially_copyable_v<T>
  void put(T value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void put_varint(std::uint32_t value) {
    for (; value >= 0x80; value >>= 7) put(static_cast<std::uint8_t>(value | 0x80));
    put(static_cast<std::uint8_t>(value));
  }
  void put_pose(const Pose& pose) {
    for (const double v : {pose.translation.x, pose.translation.y, pose.translation.z,
                           pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w})
      put(static_cast<float>(v));
  }
  void put_bytes(std::string_view bytes) { bytes_.append(bytes); }

 private:
  std::string& bytes_;
};

// Reads what may be cut off anywhere: once something is missing, everything is.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  requires std::is_trivially_copyable_v<T> T get() {
    T value{};
    const std::string_view from = get_bytes(sizeof value);
    if (is_good_) std::memcpy(&value, from.data(), sizeof value);
    return value;
  }
  std::uint32_t get_varint() {
    std::uint32_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const auto byte = get<std::uint8_t>();
      value |= static_cast<std::uint32_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    is_good_ = false;
    return 0;
  }
  std::string_view get_bytes(std::size_t size) {
    if (size > bytes_.size()) is_good_ = false;
    if (!is_good_) return {};
    const std::string_view found = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return found;
  }
  bool is_good() const { return is_good_; }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  bool is_good_ = true;
};

std::string deflate_bytes(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  // the lowest level that compresses: paint is mostly runs of one colour
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
            reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 1);
  packed.resize(size);
  return packed;
}

template <typename T>
std::string_view bytes_of(const T& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

std::int32_t in_units(double metres) {
  constexpr double limit = std::numeric_limits<std::int32_t>::max();
  return static_cast<std::int32_t>(
      std::lround(std::clamp(metres / position_unit_m, -limit, limit)));
}

std::uint8_t parts_of(const Presence& presence) {
  return static_cast<std::uint8_t>((presence.head ? 1 : 0) | (presence.left ? 2 : 0) |
                                   (presence.right ? 4 : 0));
}

void put_parts(Writer& out, const Presence& presence) {
  for (const auto& part : {presence.head, presence.left, presence.right})
    if (part) out.put_pose(*part);
}

// A place that somebody can be at: numbers, within the world, and a rotation.
std::optional<Pose> get_place(Reader& in) {
  constexpr float farthest_m = 1e6F;
  std::array<float, 7> v{};
  for (float& each : v) each = in.get<float>();
  const float length = std::sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]);
  // what is no number is not within anything
  const bool is_near = std::ranges::all_of(std::span(v).first(3),
                                           [](float each) { return std::abs(each) <= farthest_m; });
  if (!in.is_good() || !is_near || !(length > 0.9F && length < 1.1F)) return std::nullopt;
  return Pose{{v[0], v[1], v[2]}, {v[6], v[3], v[4], v[5]}};
}

}  // namespace

std::uint32_t pack_rotation(const Quat& rotation) {
  const std::array<double, 4> parts{rotation.x, rotation.y, rotation.z, rotation.w};
  std::uint32_t largest = 0;
  for (std::uint32_t i = 1; i < 4; ++i)
    if (std::abs(parts[i]) > std::abs(parts[largest])) largest = i;
  double length = 0;
  for (const double part : parts) length += part * part;
  const double scale = std::copysign(std::numbers::sqrt2 / std::sqrt(length), parts[largest]);
  std::uint32_t packed = largest;
  for (std::uint32_t i = 0; i < 4; ++i) {
    if (i == largest) continue;
    const double share = std::clamp(parts[i] * scale, -1.0, 1.0);
    packed = packed << 10 | static_cast<std::uint32_t>(std::lround((share + 1) * rotation_steps));
  }
  return packed;
}

Quat unpack_rotation(std::uint32_t packed) {
  std::array<double, 4> parts{};
  const std::uint32_t largest = packed >> 30;
  double rest = 1;
  int shift = 20;
  for (std::uint32_t i = 0; i < 4; ++i) {
    if (i == largest) continue;
    parts[i] = ((packed >> shift & 0x3ff) / rotation_steps - 1) / std::numbers::sqrt2;
    rest -= parts[i] * parts[i];
    shift -= 10;
  }
  parts[largest] = std::sqrt(std::max(0.0, rest));
  return {parts[3], parts[0], parts[1], parts[2]};
}

std::string encode_bodies(std::span<const BodyPose> bodies) {
  std::string bytes;
  bytes.reserve(18 * bodies.size());
  Writer out(bytes);
  std::uint32_t last = 0;
  for (const BodyPose& body : bodies) {
    out.put_varint(body.id - last);
    last = body.id;
    out.put(in_units(body.pose.translation.x));
    out.put(in_units(body.pose.translation.y));
    out.put(in_units(body.pose.translation.z));
    out.put(pack_rotation(body.pose.rotation));
  }
  return bytes;
}

std::string encode(const FrameMessage& message, std::uint32_t count, std::string_view bodies) {
  std::string bytes;
  bytes.reserve(40 + bodies.size());
  Writer out(bytes);
  out.put(Kind::frame);
  out.put<std::uint8_t>(message.is_full);
  out.put<std::uint16_t>(0);
  out.put(message.epoch);
  out.put(message.sequence);
  out.put(count);
  out.put<std::int64_t>(message.time.count());
  out.put(message.sent_us);
  out.put(message.pose_age_us);
  out.put(message.step_age_us);
  out.put_bytes(bodies);
  return bytes;
}

std::string encode(const FrameMessage& message) {
  return encode(message, static_cast<std::uint32_t>(message.bodies.size()),
                encode_bodies(message.bodies));
}

std::optional<FrameMessage> decode_frame(std::string_view bytes) {
  if (kind_of(bytes) != Kind::frame) return std::nullopt;
  Reader in(bytes.substr(1));
  FrameMessage message;
  message.is_full = in.get<std::uint8_t>() & 1;
  in.get<std::uint16_t>();
  message.epoch = in.get<std::uint32_t>();
  message.sequence = in.get<std::uint32_t>();
  const auto count = in.get<std::uint32_t>();
  message.time = SimTime(in.get<std::int64_t>());
  message.sent_us = in.get<std::int64_t>();
  message.pose_age_us = in.get<std::uint32_t>();
  message.step_age_us = in.get<std::uint32_t>();
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < count && in.is_good(); ++i) {
    last += in.get_varint();
    BodyPose body{.id = last, .pose = {}};
    body.pose.translation.x = in.get<std::int32_t>() * position_unit_m;
    body.pose.translation.y = in.get<std::int32_t>() * position_unit_m;
    body.pose.translation.z = in.get<std::int32_t>() * position_unit_m;
    body.pose.rotation = unpack_rotation(in.get<std::uint32_t>());
    message.bodies.push_back(body);
  }
  if (!in.is_good() || in.left() > 0) return std::nullopt;
  return message;
}

std::string encode(const PaintMessage& message) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::paint);
  out.put<std::uint8_t>(message.is_full);
  out.put<std::uint16_t>(0);
  out.put(message.epoch);
  out.put(static_cast<std::uint32_t>(message.tiles.size()));
  for (const PaintTile& tile : message.tiles) {
    for (const std::uint16_t v : {tile.column, tile.row, tile.width, tile.height}) out.put(v);
    const std::string packed =
        tile.pixels.empty() ? std::string() : deflate_bytes(bytes_of(tile.pixels));
    out.put(static_cast<std::uint32_t>(packed.size()));
    out.put_bytes(packed);
  }
  return bytes;
}

std::optional<PaintMessage> decode_paint(std::string_view bytes) {
  if (kind_of(bytes) != Kind::paint) return std::nullopt;
  Reader in(bytes.substr(1));
  PaintMessage message;
  message.is_full = in.get<std::uint8_t>() & 1;
  in.get<std::uint16_t>();
  message.epoch = in.get<std::uint32_t>();
  const auto count = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.is_good(); ++i) {
    PaintTile tile;
    for (std::uint16_t* v : {&tile.column, &tile.row, &tile.width, &tile.height})
      *v = in.get<std::uint16_t>();
    const std::string_view packed = in.get_bytes(in.get<std::uint32_t>());
    if (tile.width > max_tile_px || tile.height > max_tile_px) return std::nullopt;
    if (!packed.empty()) {
      tile.pixels.resize(std::size_t{tile.width} * tile.height);
      uLongf size = tile.pixels.size() * sizeof(Rgba);
      if (uncompress(reinterpret_cast<Bytef*>(tile.pixels.data()), &size,
                     reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
          size != tile.pixels.size() * sizeof(Rgba))
        return std::nullopt;
    }
    message.tiles.push_back(std::move(tile));
  }
  if (!in.is_good() || in.left() > 0) return std::nullopt;
  return message;
}

std::string encode(const ImageMessage& message) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::image);
  out.put(message.format);
  out.put(message.source);
  out.put<std::int64_t>(message.stamp.count());
  out.put_bytes(bytes_of(message.picture));
  return bytes;
}

float unit_for(std::span<const Vec3> points) {
  double farthest = 0;
  for (const Vec3& point : points)
    farthest = std::max({farthest, std::abs(point.x), std::abs(point.y), std::abs(point.z)});
  return static_cast<float>(std::max(1e-3, farthest / 32767));
}

std::string encode(const PointsMessage& message) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::points);
  bytes.reserve(48 + 6 * message.points.size());
  out.put<std::uint8_t>(0);
  out.put(message.source);
  out.put<std::int64_t>(message.stamp.count());
  out.put_pose(message.world_from_sensor);
  out.put(message.unit_m);
  out.put(static_cast<std::uint32_t>(message.points.size()));
  const auto scaled = [&](double v) {
    return static_cast<std::int16_t>(std::clamp(std::lround(v / message.unit_m), -32768L, 32767L));
  };
  for (const Vec3& point : message.points)
    for (const double v : {point.x, point.y, point.z}) out.put(scaled(v));
  return bytes;
}

std::string encode(const GridMessage& message) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::grid);
  out.put<std::uint8_t>(0);
  out.put(message.source);
  out.put<std::int64_t>(message.stamp.count());
  out.put(static_cast<float>(message.cell_m));
  out.put_pose(message.world_from_grid);
  out.put(message.width);
  out.put(message.height);
  out.put_bytes(deflate_bytes(bytes_of(message.cells)));
  return bytes;
}

std::string encode_text(Kind kind, std::string_view json) {
  std::string bytes;
  Writer out(bytes);
  out.put(kind);
  out.put_bytes(json);
  return bytes;
}

std::string encode(const Credit& credit) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::credit);
  out.put<std::uint8_t>(0);
  out.put<std::uint16_t>(0);
  out.put(credit.sequence);
  out.put(credit.latency_us);
  return bytes;
}

std::string encode(const Presence& presence) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::presence);
  out.put(parts_of(presence));
  out.put<std::uint16_t>(0);
  put_parts(out, presence);
  return bytes;
}

std::string encode(std::span<const Person> people) {
  std::string bytes;
  Writer out(bytes);
  out.put(Kind::people);
  out.put<std::uint8_t>(0);
  out.put(static_cast<std::uint16_t>(people.size()));
  for (const Person& person : people) {
    out.put(person.id);
    out.put(parts_of(person.presence));
    out.put<std::uint8_t>(0);
    out.put<std::uint16_t>(0);
    put_parts(out, person.presence);
  }
  return bytes;
}

std::optional<Presence> decode_presence(std::string_view message) {
  if (kind_of(message) != Kind::presence || message.size() < 4) return std::nullopt;
  const auto parts = static_cast<std::uint8_t>(message[1]);
  if (parts > 7) return std::nullopt;
  Reader in(message.substr(4));
  Presence presence;
  for (const auto& [bit, part] :
       {std::pair{1, &presence.head}, std::pair{2, &presence.left}, std::pair{4, &presence.right}})
    if (parts & bit && !(*part = get_place(in))) return std::nullopt;
  if (!in.is_good() || in.left() > 0) return std::nullopt;
  return presence;
}

std::optional<Kind> kind_of(std::string_view message) {
  if (message.empty()) return std::nullopt;
  const auto kind = static_cast<Kind>(message.front());
  switch (kind) {
    case Kind::frame:
    case Kind::paint:
    case Kind::image:
    case Kind::points:
    case Kind::grid:
    case Kind::people:
    case Kind::hello:
    case Kind::world:
    case Kind::entities:
    case Kind::status:
    case Kind::events:
    case Kind::board:
    case Kind::sources:
    case Kind::watching:
    case Kind::drawing:
    case Kind::answer:
    case Kind::time:
    case Kind::missions:
    case Kind::credit:
    case Kind::presence:
    case Kind::join:
    case Kind::watch:
    case Kind::ask_time:
    case Kind::command:
      return kind;
  }
  return std::nullopt;
}

std::optional<Credit> decode_credit(std::string_view message) {
  if (kind_of(message) != Kind::credit || message.size() != 12) return std::nullopt;
  Reader in(message.substr(4));
  Credit credit;
  credit.sequence = in.get<std::uint32_t>();
  credit.latency_us = in.get<std::uint32_t>();
  return credit;
}

}  // namespace tandem::web
