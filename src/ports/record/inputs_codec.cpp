// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/inputs_codec.h"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>
#include <utility>

#include "recording/byte_reader.h"
#include "scenario/source.h"

namespace tandem {

namespace {

// Each kind of value is described once, by visit(stream, value), for writing and for reading.

class InputsOut {
 public:
  explicit InputsOut(ByteWriter& to) : to_(to) {}

  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(const T& value) { to_.number(value); }
  void operator()(const std::string& text) { to_.text(text); }

 private:
  ByteWriter& to_;
};

class InputsIn {
 public:
  InputsIn(ByteReader& from, const ThingReader& read_thing)
      : from_(from), read_thing_(read_thing) {}

  template <class T>
  requires std::is_arithmetic_v<T>
  void operator()(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      const auto byte = from_.number<std::uint8_t>();
      if (byte > 1) fail("it has a truth that is neither yes nor no");
      value = byte == 1;
    } else {
      value = from_.number<T>();
    }
  }
  void operator()(std::string& text) { text = from_.text(); }

  ByteReader& from() { return from_; }
  void fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
    from_.fail();
  }
  const std::string& error() const { return error_; }
  const ThingReader& read_thing() const { return read_thing_; }

 private:
  ByteReader& from_;
  const ThingReader& read_thing_;
  std::string error_;
};

template <class Stream>
constexpr bool is_reading = std::is_same_v<Stream, InputsIn>;

template <class Stream>
class Visitor {
 public:
  explicit Visitor(Stream& stream) : stream_(stream) {}

  template <class... T>
  void operator()(T&... values) {
    (visit(values), ...);
  }

 private:
  template <class T>
  using Plain = std::remove_const_t<T>;

  template <class T>
  requires std::is_arithmetic_v<T>
  void visit(T& value) { stream_(value); }
  template <class T>
  requires std::is_same_v<Plain<T>, std::string>
  void visit(T& text) { stream_(text); }

  // enums and times as numbers
  template <class T>
  requires std::is_enum_v<T>
  void visit(T& value) {
    auto number = static_cast<std::underlying_type_t<Plain<T>>>(value);
    stream_(number);
    if constexpr (is_reading<Stream>) value = static_cast<T>(number);
  }
  // of a closed set
  template <class T>
  void visit_choice(T& value, Plain<T> last) {
    auto number = static_cast<std::uint8_t>(value);
    stream_(number);
    if constexpr (is_reading<Stream>) {
      if (number > static_cast<std::uint8_t>(last)) stream_.fail("it has a choice that is none");
      value = static_cast<T>(number);
    }
  }
  template <class T>
  requires std::is_same_v<Plain<T>, Duration>
  void visit(T& value) {
    std::int64_t count = value.count();
    stream_(count);
    if constexpr (is_reading<Stream>) value = Duration(count);
  }
  template <class T>
  requires std::is_same_v<Plain<T>, WallTime>
  void visit(T& value) {
    Duration since = value.time_since_epoch();
    visit(since);
    if constexpr (is_reading<Stream>) value = WallTime(since);
  }

  // containers
  template <class T>
  void visit_optional(T& value) {
    bool has_value = value.has_value();
    stream_(has_value);
    if constexpr (is_reading<Stream>) {
      if (has_value) value.emplace();
    }
    if (value) visit(*value);
  }
  template <class T>
  void visit(std::optional<T>& value) {
    visit_optional(value);
  }
  template <class T>
  void visit(const std::optional<T>& value) {
    visit_optional(value);
  }
  template <class T>
  void visit_list(T& values) {
    auto count = static_cast<std::uint32_t>(values.size());
    if constexpr (is_reading<Stream>) {
      count = static_cast<std::uint32_t>(stream_.from().count(1));
      for (std::uint32_t i = 0; i < count && !stream_.from().has_failed(); ++i)
        visit(values.emplace_back());
    } else {
      stream_(count);
      for (const auto& value : values) visit(value);
    }
  }
  template <class T>
  void visit(std::vector<T>& values) {
    visit_list(values);
  }
  template <class T>
  void visit(const std::vector<T>& values) {
    visit_list(values);
  }
  template <class Variant>
  void visit_variant(Variant& value) {
    auto index = static_cast<std::uint8_t>(value.index());
    stream_(index);
    if constexpr (is_reading<Stream>) choose<0>(value, index);
    std::visit([this](auto& content) { visit(content); }, value);
  }
  template <std::size_t I, class Variant>
  void choose(Variant& value, std::size_t index) {
    if constexpr (I < std::variant_size_v<Variant>) {
      if (index == I)
        value.template emplace<I>();
      else
        choose<I + 1>(value, index);
    } else {
      stream_.fail("it has a kind of input that is not known");
    }
  }
  template <class... T>
  void visit(std::variant<T...>& value) {
    visit_variant(value);
  }
  template <class... T>
  void visit(const std::variant<T...>& value) {
    visit_variant(value);
  }

  // geometry
  template <class T>
  requires std::is_same_v<Plain<T>, Vec2>
  void visit(T& it) { (*this)(it.x, it.y); }
  template <class T>
  requires std::is_same_v<Plain<T>, Vec3>
  void visit(T& it) { (*this)(it.x, it.y, it.z); }
  template <class T>
  requires std::is_same_v<Plain<T>, Quat>
  void visit(T& it) { (*this)(it.w, it.x, it.y, it.z); }
  template <class T>
  requires std::is_same_v<Plain<T>, Pose>
  void visit(T& it) { (*this)(it.translation, it.rotation); }
  template <class T>
  requires std::is_same_v<Plain<T>, Pose2>
  void visit(T& it) { (*this)(it.translation, it.yaw); }
  template <class T>
  requires std::is_same_v<Plain<T>, Twist>
  void visit(T& it) { (*this)(it.linear, it.angular); }
  template <class T>
  requires std::is_same_v<Plain<T>, Twist2>
  void visit(T& it) { (*this)(it.linear, it.angular); }
  template <class T>
  requires std::is_same_v<Plain<T>, Area>
  void visit(T& it) { (*this)(it.world_from_center, it.size_x_m, it.size_y_m); }

  // edits
  template <class T>
  requires std::is_same_v<Plain<T>, EditRequest>
  void visit(T& it) { (*this)(it.ticket, it.edit); }
  template <class T>
  requires std::is_same_v<Plain<T>, Spawn>
  void visit(T& it) { visit_spawn(it); }
  template <class T>
  requires std::is_same_v<Plain<T>, RemoveEntity>
  void visit(T& it) { (*this)(it.name); }
  template <class T>
  requires std::is_same_v<Plain<T>, SetEntityState>
  void visit(T& it) { (*this)(it.name, it.world_from_entity, it.velocity); }
  template <class T>
  requires std::is_same_v<Plain<T>, SetEntityInfo>
  void visit(T& it) {
    (*this)(it.name);
    visit_choice(it.info.category, EntityCategory::static_object);
    (*this)(it.info.description, it.info.tags);
  }
  template <class T>
  requires std::is_same_v<Plain<T>, Reset>
  void visit(T& it) { visit_choice(it.scope, ResetScope::next_episode); }
  template <class T>
  requires std::is_same_v<Plain<T>, SetRobotMode>
  void visit(T& it) {
    (*this)(it.name);
    visit_choice(it.mode, RobotMode::twin);
  }
  template <class T>
  requires std::is_same_v<Plain<T>, PauseTwin>
  void visit(T& it) { (*this)(it.name, it.is_paused); }

  template <class T>
  requires std::is_same_v<Plain<T>, InjectFault>
  void visit(T& it) {
    visit_choice(it.fault.kind, last_fault_kind);
    (*this)(it.fault.name, it.fault.robot, it.fault.sensor, it.fault.process, it.fault.values,
            it.fault.delay, it.fault.lasts, it.fault.seed);
    if constexpr (is_reading<Stream>) {
      if (stream_.from().has_failed()) return;
      if (it.fault.values.size() != info_of(it.fault.kind).parameters.size())
        stream_.fail("it has a fault without all of its numbers");
    }
  }
  template <class T>
  requires std::is_same_v<Plain<T>, ClearFault>
  void visit(T& it) { (*this)(it.name); }

  void visit_spawn(const Spawn& spawn) {
    const auto* robot = std::get_if<RobotConfig>(&spawn.what);
    const auto* thing = std::get_if<ModelInstance>(&spawn.what);
    const auto source = source_of(robot ? robot->model : thing->model);
    const bool has_source = source != nullptr;
    (*this)(has_source);
    if (has_source) (*this)(source->uri, source->text, source->ns);
    (*this)(robot ? robot->name : thing->name,
            robot ? robot->world_from_robot : thing->world_from_model, spawn.velocity,
            spawn.may_rename);
  }
  void visit_spawn(Spawn& spawn) {
    ThingSource source;
    bool has_source = false;
    std::string name;
    Pose pose;
    (*this)(has_source);
    if (has_source) (*this)(source.uri, source.text, source.ns);
    (*this)(name, pose, spawn.velocity, spawn.may_rename);
    if constexpr (is_reading<Stream>) {
      if (stream_.from().has_failed()) return;
      if (!has_source)
        return stream_.fail(fmt::format("'{}' was spawned from no file that is known", name));
      Result<Thing> thing = stream_.read_thing()(source);
      if (!thing)
        return stream_.fail(fmt::format("'{}' cannot be spawned again: {}", name, thing.error()));
      spawn.what = *std::move(thing);
      if (auto* robot = std::get_if<RobotConfig>(&spawn.what)) {
        robot->name = name;
        robot->world_from_robot = pose;
      } else {
        auto& model = std::get<ModelInstance>(spawn.what);
        model.name = name;
        model.world_from_model = pose;
      }
    }
  }

  // what comes from robots and people
  template <class T>
  requires std::is_same_v<Plain<T>, OrderRequest>
  void visit(T& it) { (*this)(it.robot, it.words, it.ticket); }
  template <class T>
  requires std::is_same_v<Plain<T>, VelocityCommand>
  void visit(T& it) { (*this)(it.robot, it.velocity); }
  template <class T>
  requires std::is_same_v<Plain<T>, TrackedPose>
  void visit(T& it) { (*this)(it.robot, it.stamp, it.marker, it.received); }
  template <class T>
  requires std::is_same_v<Plain<T>, InertialReading>
  void visit(T& it) { (*this)(it.robot, it.stamp, it.yaw_rate_radps); }

  // paint
  template <class T>
  requires std::is_same_v<Plain<T>, PaintEdit>
  void visit(T& it) {
    (*this)(it.shape);
    visit_choice(it.mode, PaintMode::erase);
    (*this)(it.color.r, it.color.g, it.color.b, it.color.a);
    visit_image(it.image);
  }
  template <class T>
  requires std::is_same_v<Plain<T>, PaintLine>
  void visit(T& it) { (*this)(it.points, it.width_m); }
  template <class T>
  requires std::is_same_v<Plain<T>, PaintDisc>
  void visit(T& it) { (*this)(it.center, it.radius_m); }
  template <class T>
  requires std::is_same_v<Plain<T>, PaintEverywhere>
  void visit(T&) {}

  void visit_image(const std::shared_ptr<const RgbaImage>& image) {
    const bool has_image = image != nullptr;
    (*this)(has_image);
    if (!has_image) return;
    const std::int32_t width = image->width, height = image->height;
    (*this)(width, height);
    for (const Rgba& pixel : image->pixels) (*this)(pixel.r, pixel.g, pixel.b, pixel.a);
  }
  void visit_image(std::shared_ptr<const RgbaImage>& image) {
    if constexpr (is_reading<Stream>) {
      std::int32_t width = 0, height = 0;
      bool has_image = false;
      (*this)(has_image);
      if (!has_image) return;
      (*this)(width, height);
      if (width < 0 || height < 0 || width > max_paint_px || height > max_paint_px)
        return stream_.fail("it has a picture of an impossible size");
      auto read = std::make_shared<RgbaImage>();
      read->width = width;
      read->height = height;
      const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
      const auto bytes = stream_.from().raw(pixels * sizeof(Rgba));
      if (stream_.from().has_failed()) return;
      read->pixels.resize(pixels);
      if (pixels > 0) std::memcpy(read->pixels.data(), bytes.data(), bytes.size());
      image = std::move(read);
    }
  }

  Stream& stream_;
};

template <class Stream, class T>
void visit_inputs(Stream& stream, T& inputs) {
  Visitor visitor(stream);
  visitor(inputs.skipped, inputs.edits, inputs.orders, inputs.commands, inputs.poses,
          inputs.inertia, inputs.paint);
}

}  // namespace

void write_inputs(ByteWriter& to, const Inputs& inputs) {
  InputsOut writing(to);
  visit_inputs(writing, inputs);
}

Result<Inputs> read_inputs(std::span<const std::byte> bytes, const ThingReader& read_thing) {
  ByteReader from(bytes);
  InputsIn reading(from, read_thing);
  Inputs inputs;
  visit_inputs(reading, inputs);
  if (!reading.error().empty()) return Error{reading.error()};
  if (from.has_failed() || !from.is_at_end()) return Error{"the bytes are not those of inputs"};
  return inputs;
}

}  // namespace tandem
