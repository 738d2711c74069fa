// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/inputs_codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "scenario/newcomer.h"

namespace tandem {
namespace {

Result<Thing> read_any(const ThingSource& source) {
  Newcomer newcomer = read_newcomer({.uri = source.uri, .text = source.text, .ns = source.ns});
  if (!newcomer.what) return Error{newcomer.reason};
  return *std::move(newcomer.what);
}

std::vector<std::byte> bytes_of(const Inputs& inputs) {
  ByteWriter writer;
  write_inputs(writer, inputs);
  return writer.take();
}

constexpr const char* box = R"(<sdf version="1.9"><model name="box"><link name="l">
  <collision name="c"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision>
</link></model></sdf>)";

Spawn spawned_box() {
  Newcomer newcomer =
      read_newcomer({.name = "crate", .text = box, .world_from_model = {{1, 2, 3}, {}}});
  EXPECT_TRUE(newcomer.what) << newcomer.reason;
  return {
      .what = *std::move(newcomer.what), .velocity = {{0.1, 0, 0}, {0, 0, 1}}, .may_rename = true};
}

// One of each, with numbers that show whether a bit is lost.
Inputs everything() {
  const double third = 1.0 / 3;
  const double tiny = std::numeric_limits<double>::denorm_min();
  Inputs inputs;
  inputs.skipped = 123456789ns;
  inputs.edits = {{spawned_box(), Ticket{7}},
                  {RemoveEntity{"a"}},
                  {SetEntityState{"b", Pose{{third, -0.0, tiny}, {0.5, 0.5, 0.5, 0.5}}, {}}},
                  {SetEntityState{"c", {}, Twist{{1, 2, 3}, {4, 5, 6}}}},
                  {SetEntityInfo{"d", {EntityCategory::human, "who", {"x", "real"}}}},
                  {Reset{ResetScope::next_episode}},
                  {SetRobotMode{"e", RobotMode::twin}},
                  {PauseTwin{"f", false}},
                  {InjectFault{{.name = "slow",
                                .kind = FaultKind::latency,
                                .robot = "emaros",
                                .values = {third},
                                .delay = 3ns,
                                .lasts = 5s,
                                .seed = 7}}},
                  {ClearFault{"slow"}}};
  inputs.orders = {{"emaros", "grab red_box", Ticket{9}}};
  inputs.commands = {{"emaros", {third, -third}}, {"", {std::nan(""), tiny}}};
  inputs.poses = {{"emaros", 5s, {{1, 2}, third}, WallTime(42ns)}, {"x", {}, {{3, 4}, 5}, {}}};
  inputs.inertia = {{"emaros", 6s, third}};
  auto image = std::make_shared<RgbaImage>(RgbaImage{2, 1, {{1, 2, 3, 4}, {5, 6, 7, 8}}});
  inputs.paint = {paint_stroke({{0, 0}, {third, 1}}, 0.02, {1, 0.5f, 0, 1}),
                  paint_erase(PaintDisc{{1, 2}, 0.3}), paint_erase(PaintEverywhere{}),
                  paint_stamp(Area{{{1, 2}, 3}, 4, 5}, image)};
  return inputs;
}

TEST(InputsCodec, WhatIsReadIsWrittenAgainToTheBit) {
  const std::vector<std::byte> bytes = bytes_of(everything());
  const auto read = read_inputs(bytes, read_any);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(bytes_of(*read), bytes);
}

TEST(InputsCodec, EveryKindComesBack) {
  const auto read = read_inputs(bytes_of(everything()), read_any);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->skipped, 123456789ns);
  ASSERT_EQ(read->edits.size(), 10u);
  const auto& crate = std::get<ModelInstance>(std::get<Spawn>(read->edits[0].edit).what);
  EXPECT_EQ(crate.name, "crate");
  EXPECT_EQ(crate.world_from_model.translation.z, 3);
  EXPECT_EQ(crate.model->links.size(), 1u);
  EXPECT_EQ(read->edits[0].ticket, Ticket{7});
  const auto& state = std::get<SetEntityState>(read->edits[2].edit);
  EXPECT_EQ(state.world_from_entity->translation.x, 1.0 / 3);
  EXPECT_TRUE(std::signbit(state.world_from_entity->translation.y));
  EXPECT_FALSE(state.velocity);
  EXPECT_EQ(std::get<Reset>(read->edits[5].edit).scope, ResetScope::next_episode);
  const Fault& fault = std::get<InjectFault>(read->edits[8].edit).fault;
  EXPECT_EQ(fault.kind, FaultKind::latency);
  EXPECT_EQ(fault.value("delay_s"), 1.0 / 3);
  EXPECT_EQ(fault.lasts, 5s);
  EXPECT_EQ(read->orders.at(0).words, "grab red_box");
  EXPECT_TRUE(std::isnan(read->commands.at(1).velocity.linear));
  EXPECT_EQ(read->poses.at(0).stamp, 5s);
  EXPECT_EQ(read->poses.at(0).received, WallTime(42ns));
  EXPECT_FALSE(read->poses.at(1).stamp);
  EXPECT_EQ(read->paint.at(3).image->pixels.at(1), (Rgba{5, 6, 7, 8}));
}

TEST(InputsCodec, NothingTakesLittle) {
  EXPECT_EQ(bytes_of({}).size(), 8u + 6 * 4);  // what was skipped, and six lists without anything
}

TEST(InputsCodec, AThingFromNowhereIsRefusedWithItsName) {
  auto model = std::make_shared<Model>();
  Inputs inputs;
  inputs.edits = {{Spawn{.what = ModelInstance{"ghost", model, {}}}}};
  const auto read = read_inputs(bytes_of(inputs), read_any);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error(), "'ghost' was spawned from no file that is known");
}

TEST(InputsCodec, DamagedBytesAreInputsOrASentence) {
  const std::vector<std::byte> whole = bytes_of(everything());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read_inputs(std::span(whole).first(size),
                             [](const ThingSource&) -> Result<Thing> { return Error{"none"}; }));
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> damaged = whole;
    for (int i = 0; i < 3; ++i)
      damaged[random() % damaged.size()] = static_cast<std::byte>(random() % 256);
    const auto read = read_inputs(
        damaged, [](const ThingSource&) -> Result<Thing> { return Thing(ModelInstance{}); });
    EXPECT_TRUE(read || !read.error().empty());
  }
}

}  // namespace
}  // namespace tandem
