// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Whoever finds the port may send to it: whatever the bytes are, they are a message whose values
// are within their limits, or are refused by a sentence.
#include <cmath>

#include "fuzz_input.h"
#include "ports/web/fields.h"
#include "ports/web/wire.h"

namespace {

using namespace tandem;
using namespace tandem::web;

bool is_finite(const Pose& pose) {
  const Vec3& at = pose.translation;
  const Quat& turn = pose.rotation;
  return std::isfinite(at.x + at.y + at.z + turn.w + turn.x + turn.y + turn.z);
}

// Asks for every field as everything that commands read.
void read_all(const Fields& fields, const char* name) {
  const auto ask = [](const auto& question) {
    try {
      question();
    } catch (const BadField& problem) {
      require(*problem.what() != 0, "a refusal has a reason");
    }
  };
  ask([&] { fields.text(name); });
  ask([&] { fields.flag(name); });
  ask([&] { fields.texts(name, 64); });
  ask([&] { require(std::isfinite(fields.number(name)), "a number is finite"); });
  ask([&] {
    const double number = fields.number(name, -1, 2);
    require(number >= -1 && number <= 2, "a number is within its limits");
  });
  ask([&] { require(is_finite(fields.pose(name)), "a pose is finite"); });
  ask([&] {
    if (const auto v = fields.vector_or_null(name))
      require(std::isfinite(v->x + v->y + v->z), "a vector is finite");
  });
  ask([&] {
    const auto points = fields.points(name, 16);
    require(!points.empty() && points.size() <= 16, "there are as many points as there may be");
  });
  ask([&] {
    const Color color = fields.color(name);
    require(color.r >= 0 && color.r <= 1 && color.a >= 0 && color.a <= 1, "a color is one");
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view message(reinterpret_cast<const char*>(data), size);
  const auto kind = kind_of(message);
  if (!kind) return 0;

  if (const auto credit = decode_credit(message)) {
    const auto again = decode_credit(encode(*credit));
    require(again && again->sequence == credit->sequence, "a credit is written as it was read");
  }
  if (const auto presence = decode_presence(message))
    for (const auto& part : {presence->head, presence->left, presence->right})
      require(!part || is_finite(*part), "a person is somewhere");
  decode_frame(message);
  decode_paint(message);

  try {
    const nlohmann::json json = read_json(text_of(message));
    const Fields fields(json);
    for (const auto& [name, value] : json.items()) read_all(fields, name.c_str());
    read_all(fields, "not there");
  } catch (const BadField& problem) {
    require(*problem.what() != 0, "a refusal has a reason");
  }
  return 0;
}
