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

// A box like another one, with a size of its own.
std::shared_ptr<const Model> box_like(const Model& other, double size_m) {
  Model model = other;
  model.links.front().visuals.front().shape = Box{{size_m, size_m, size_m}};
  return std::make_shared<const Model>(std::move(model));
}

std::size_t known(const Json& list) {
  return list.size() - static_cast<std::size_t>(std::ranges::count(list, Json()));
}

// As each spawn of a thing reads its files anew.
TEST_F(SceneTextTest, ModelsThatAreTheSameHaveOneNumber) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const auto first = step(simulation);
  scene_.update(first);
  const std::size_t models = json_in(scene_.all()[1])["models"].size();
  const Model& box = *first->entities->find("box_1kg")->model;
  for (int i = 0; i < 3; ++i) {
    const std::string name = "newcomer_" + std::to_string(i);
    const auto changed = step(
        simulation, {.edits = {{Spawn{.what = ModelInstance{
                                          name, box_like(box, 0.3), {{0, 0, 1.0 + i}, {}}}}}}});
    const Json change = json_in(scene_.update(changed).at(0));
    EXPECT_EQ(change["models"].size(), i == 0 ? 1u : 0u);
    EXPECT_EQ(change["add"][0]["model"], models);
  }
  EXPECT_EQ(json_in(scene_.all()[1])["models"].size(), models + 1);
}

TEST_F(SceneTextTest, ForgetsModelsThatNothingHas) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const auto first = step(simulation);
  scene_.update(first);
  const Model& box = *first->entities->find("box_1kg")->model;
  const std::size_t models = json_in(scene_.all()[1])["models"].size();
  const std::uint32_t epoch = scene_.epoch();
  std::weak_ptr<const Model> early;
  int count = 0;
  // fifty come and the fifty before them go, each with a size that no other has
  const auto round = [&] {
    std::vector<EditRequest> edits;
    for (int i = 0; i < 50; ++i, ++count) {
      if (count >= 50) edits.push_back({RemoveEntity{"box_" + std::to_string(count - 50)}});
      const auto model = box_like(box, 0.1 + 1e-4 * count);
      if (count == 0) early = model;
      edits.push_back(
          {Spawn{.what = ModelInstance{
                     "box_" + std::to_string(count), model, {{0.5 * i - 12, 30, 0.1}, {}}}}});
    }
    scene_.update(step(simulation, {.edits = std::move(edits)}));
  };
  for (int i = 0; i < 10; ++i) round();
  EXPECT_EQ(scene_.epoch(), epoch);
  EXPECT_TRUE(early.expired());
  const Json joining = json_in(scene_.all()[1]);
  // those that were there at first, fifty that stand there and some that may come again
  EXPECT_EQ(known(joining["models"]), models + 50 + 32);
  EXPECT_EQ(joining["models"].size(), models + 500);
  for (const Json& entity : joining["add"])
    EXPECT_TRUE(joining["models"].at(entity["model"].get<std::size_t>()).is_object());

  // numbers begin anew before the list of what is forgotten has grown long
  for (int i = 0; i < 15; ++i) round();
  EXPECT_EQ(scene_.epoch(), epoch + 1);
  EXPECT_LT(json_in(scene_.all()[1])["models"].size(), models + 300);
}

TEST_F(SceneTextTest, FilesThatNothingHasAreForgottenToo) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const auto first = step(simulation);
  scene_.update(first);
  const Model& box = *first->entities->find("box_1kg")->model;
  std::string path;
  std::weak_ptr<const Mesh> early;
  for (int i = 0; i < 40; ++i) {
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1.0f + static_cast<float>(i), 0}};
    mesh->normals = {3, {0, 0, 1}};
    mesh->indices = {0, 1, 2};
    mesh->submeshes = {{.first_index = 0, .index_count = 3}};
    Model model = box;
    model.links.front().visuals.front().shape = MeshShape{.mesh = mesh};
    if (i == 0) early = mesh;
    const Spawn spawn{.what = ModelInstance{"thing_" + std::to_string(i),
                                            std::make_shared<const Model>(std::move(model)),
                                            {{0, 30, 0.1}, {}}}};
    const Json told = json_in(scene_.update(step(simulation, {.edits = {{spawn}}})).at(0));
    mesh.reset();
    const std::string added = told["models"][0]["links"][0]["visuals"][0]["shape"]["mesh"];
    if (i == 0) path = added;
    EXPECT_TRUE(assets_.get(added));
    scene_.update(step(simulation, {.edits = {{RemoveEntity{"thing_" + std::to_string(i)}}}}));
    EXPECT_EQ(assets_.get(path).has_value(), i < 32) << i;
  }
  EXPECT_TRUE(early.expired());
}

TEST_F(SceneTextTest, WhoeverGetsAFileGetsTheSameBytes) {
  Simulation simulation(load_good("lunar"), {.threads = 1});
  const Json entities = json_in(scene_.update(step(simulation)).at(1));
  std::string path;
  for (const Json& model : entities["models"])
    for (const Json& link : model["links"])
      for (const Json& visual : link["visuals"])
        if (visual["shape"].contains("heightfield")) path = visual["shape"]["heightfield"];
  std::optional<HttpReply> one = assets_.get(path), other = assets_.get(path);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->body, other->body);
  const std::weak_ptr<const std::string> bytes = one->body;
  one.reset();
  other.reset();
  EXPECT_TRUE(bytes.expired()) << "nobody is getting it any more";
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
