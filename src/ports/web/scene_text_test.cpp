// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/scene_text.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "ports/web/wire.h"
#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem::web {
namespace {

using Json = nlohmann::json;

std::shared_ptr<const Frame> step(Simulation& simulation, Inputs inputs = {}) {
  return std::make_shared<const Frame>(simulation.step(std::move(inputs)));
}

Json json_in(const std::string& message) { return Json::parse(text_of(message)); }

class SceneTextTest : public testing::Test {
 protected:
  Assets assets_;
  SceneText scene_{assets_};
};

TEST_F(SceneTextTest, TellsEverythingOnceThenNothing) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const auto frame = step(simulation);
  const std::vector<std::string> messages = scene_.update(frame);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(kind_of(messages[0]), Kind::world);
  EXPECT_EQ(json_in(messages[0])["scenario"]["name"], "push");

  const Json entities = json_in(messages[1]);
  EXPECT_EQ(entities["full"], true);
  EXPECT_EQ(entities["epoch"], scene_.epoch());
  ASSERT_EQ(entities["add"].size(), frame->entities->size());
  for (std::size_t i = 0; i < frame->entities->size(); ++i) {
    const Entity& entity = (*frame->entities)[i];
    const Json& told = entities["add"][i];
    EXPECT_EQ(told["name"], entity.name);
    EXPECT_EQ(told["bodies"].size(), entity.bodies.size());
    const Json& model = entities["models"].at(told["model"].get<std::size_t>());
    ASSERT_EQ(model["links"].size(), entity.links.size());
    for (std::size_t l = 0; l < entity.links.size(); ++l) {
      EXPECT_EQ(told["bodies"].at(model["links"][l]["body"].get<std::size_t>()),
                static_cast<std::uint32_t>(entity.links[l].body));
      for (const Json& visual : model["links"][l]["visuals"])
        for (const Json& material : visual["materials"])
          EXPECT_LT(material.get<std::size_t>(), entities["materials"].size());
    }
  }
  EXPECT_EQ(entities["robots"][0]["name"], "emaros");
  EXPECT_TRUE(scene_.update(step(simulation)).empty());
}

TEST_F(SceneTextTest, TellsWhoCameAndWhoWent) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const auto first = step(simulation);
  scene_.update(first);
  const Entity& box = *first->entities->find("box_1kg");
  const auto changed = step(
      simulation, {.edits = {{Spawn{.what = ModelInstance{"newcomer", box.model, {{0, 0, 1}, {}}}}},
                             {RemoveEntity{"box_5kg"}}}});
  const std::vector<std::string> messages = scene_.update(changed);
  ASSERT_EQ(messages.size(), 1u);
  const Json change = json_in(messages[0]);
  EXPECT_EQ(change["full"], false);
  ASSERT_EQ(change["add"].size(), 1u);
  EXPECT_EQ(change["add"][0]["name"], "newcomer");
  EXPECT_EQ(change["add"][0]["spawned"], true);
  EXPECT_TRUE(change["models"].empty()) << "its model is known";
  EXPECT_EQ(change["remove"],
            Json::array({static_cast<std::uint32_t>(first->entities->find("box_5kg")->id)}));
  // who joins now is told all of it
  EXPECT_EQ(json_in(scene_.all()[1])["add"].size(), changed->entities->size());
}

TEST_F(SceneTextTest, WhatBecameRealGoesAndComesAtOnce) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const auto first = step(simulation);
  scene_.update(first);
  const Entity& box = *first->entities->find("box_1kg");
  const auto tell = [&](std::vector<std::string> tags) {
    EntityInfo info = box.info;
    info.tags = std::move(tags);
    return scene_.update(step(simulation, {.edits = {{SetEntityInfo{"box_1kg", info}}}}));
  };
  const std::vector<std::string> messages = tell({"heavy", "real"});
  ASSERT_EQ(messages.size(), 1u);
  const Json change = json_in(messages[0]);
  ASSERT_EQ(change["add"].size(), 1u);
  EXPECT_EQ(change["add"][0]["id"], static_cast<std::uint32_t>(box.id));
  EXPECT_EQ(change["add"][0]["real"], true);
  EXPECT_EQ(change["remove"], Json::array({static_cast<std::uint32_t>(box.id)}));
  EXPECT_TRUE(change["models"].empty()) << "its model is known";
  EXPECT_EQ(json_in(tell({}).at(0))["add"][0]["real"], false);
}

TEST_F(SceneTextTest, AResetIsAnotherEpoch) {
  Simulation simulation(load_good("push"), {.threads = 1});
  scene_.update(step(simulation));
  const std::uint32_t before = scene_.epoch();
  EXPECT_EQ(scene_.update(step(simulation, {.edits = {{Reset{}}}})).size(), 2u);
  EXPECT_EQ(scene_.epoch(), before + 1);
}

TEST_F(SceneTextTest, MeshesAndTexturesAreFilesThatCanBeFetched) {
  Simulation simulation(load_good("office"), {.threads = 1});
  const Json entities = json_in(scene_.update(step(simulation)).at(1));
  std::size_t textures = 0, meshes = 0;
  for (const Json& material : entities["materials"])
    if (const std::string path = material["texture"]; !path.empty()) {
      const std::optional<HttpReply> reply = assets_.get(path);
      ASSERT_TRUE(reply) << path;
      EXPECT_THAT(reply->content_type, testing::StartsWith("image/"));
      EXPECT_TRUE(reply->is_lasting);
      ++textures;
    }
  for (const Json& model : entities["models"])
    for (const Json& link : model["links"])
      for (const Json& visual : link["visuals"])
        if (visual["shape"].contains("mesh")) {
          const std::optional<HttpReply> reply =
              assets_.get(visual["shape"]["mesh"].get<std::string>());
          ASSERT_TRUE(reply);
          EXPECT_EQ(reply->body->substr(0, 4), "TMSH");
          ++meshes;
        }
  EXPECT_GT(textures, 3u);
  EXPECT_GT(meshes, 0u);
  EXPECT_FALSE(assets_.get("/asset/0000.mesh"));
}

TEST_F(SceneTextTest, TerrainIsAFile) {
  Simulation simulation(load_good("lunar"), {.threads = 1});
  const Json entities = json_in(scene_.update(step(simulation)).at(1));
  std::size_t fields = 0;
  for (const Json& model : entities["models"])
    for (const Json& link : model["links"])
      for (const Json& visual : link["visuals"])
        if (visual["shape"].contains("heightfield")) {
          const auto reply = assets_.get(visual["shape"]["heightfield"].get<std::string>());
          ASSERT_TRUE(reply);
          std::uint32_t header[3];
          std::memcpy(header, reply->body->data(), sizeof header);
          EXPECT_EQ(reply->body->size(), 20 + std::size_t{4} * header[1] * header[2]);
          ++fields;
        }
  EXPECT_EQ(fields, 1u);
}

}  // namespace
}  // namespace tandem::web
