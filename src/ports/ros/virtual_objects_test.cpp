// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/virtual_objects.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <map>

#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"
#include "ports/ros/test_run.h"
#include "scenario/testing.h"
#include "simulation/load_scenario.h"

namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using tandem_msgs::msg::VirtualObject;
using tandem_msgs::msg::VirtualObjectsStatus;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Message = tandem_msgs::msg::VirtualObjects;

const std::string yard = R"(
world: {generate: arena, size_x_m: 40, size_y_m: 40}
robots: [{name: emaros, model: emaros}]
catalog:
  red_box: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1, color: red, description: to be delivered}
  post: {shape: cylinder, radius_m: 0.05, length_m: 1, mass_kg: 5}
)";

std::shared_ptr<const Scenario> yard_scenario() {
  Findings findings;
  auto scenario = load_checked_scenario_text(yard, "yard.yaml", {}, findings);
  for (const Finding& finding : findings.all()) ADD_FAILURE() << to_string(finding);
  return scenario;
}

VirtualObject object(std::uint8_t action, const std::string& id, const std::string& type = "",
                     double x = 0, double y = 0) {
  VirtualObject made{.action = action, .id = id, .type = type};
  made.pose.position = {x, y, 0.1};
  made.pose.orientation.w = 1;
  return made;
}

class VirtualObjectsTest : public testing::Test {
 protected:
  VirtualObjectsTest() {
    run_.step();
    run_.step();
  }

  // The only answer to a message.
  VirtualObjectsStatus send(std::vector<VirtualObject> objects, const std::string& frame = "") {
    statuses_.clear();
    Message message;
    message.header.frame_id = frame;
    message.objects = std::move(objects);
    publisher_.publish(message);
    for (int i = 0; i < 6; ++i) run_.step();
    EXPECT_THAT(statuses_, SizeIs(1));
    return statuses_.empty() ? VirtualObjectsStatus{} : statuses_.front();
  }
  bool has(const std::string& id) { return run_.simulation.world().find(id); }
  Vec3 place_of(const std::string& id) {
    const World& world = run_.simulation.world();
    return world.world_from(*world.find(id)).translation;
  }

  TestRun run_{yard_scenario()};
  Node node_{"program", {.context = run_.context()}};
  Publisher<Message> publisher_ = node_.publisher<Message>("/vera/virtual_objects");
  std::vector<VirtualObjectsStatus> statuses_;
  Subscription subscription_ = node_.subscribe<VirtualObjectsStatus>(
      "/vera/virtual_objects/status", qos::reliable,
      [this](const VirtualObjectsStatus& status) { statuses_.push_back(status); });
};

TEST_F(VirtualObjectsTest, ComeMoveAndGo) {
  EXPECT_EQ(send({object(VirtualObject::ADD, "crate", "red_box", 2, 1),
                  object(VirtualObject::ADD, "pole", "post", 4, 1)})
                .done,
            2u);
  EXPECT_NEAR(place_of("crate").x, 2, 1e-3);
  EXPECT_EQ(run_.simulation.world().find("crate")->model->name, "red_box");

  EXPECT_EQ(send({object(VirtualObject::MODIFY, "crate", "red_box", 3, 1)}).done, 1u);
  EXPECT_NEAR(place_of("crate").x, 3, 1e-3);
  EXPECT_EQ(send({object(VirtualObject::MODIFY, "crate", "", 3, 2)}).done, 1u) << "no type needed";
  EXPECT_NEAR(place_of("crate").y, 2, 1e-3);
  EXPECT_EQ(send({object(VirtualObject::ADD, "crate", "red_box", 5, 1)}).done, 1u) << "moves";
  EXPECT_NEAR(place_of("crate").x, 5, 1e-3);
  EXPECT_EQ(send({object(VirtualObject::MODIFY, "other", "red_box", 6, 1)}).done, 1u) << "comes";
  EXPECT_TRUE(has("other"));
  // seen from another thing
  EXPECT_EQ(send({object(VirtualObject::MODIFY, "other", "", 1, 0)}, "pole").done, 1u);
  EXPECT_NEAR(place_of("other").x, 5, 1e-2);

  const VirtualObjectsStatus gone =
      send({object(VirtualObject::REMOVE, "crate"), object(VirtualObject::REMOVE, "other")});
  EXPECT_EQ(gone.done, 2u);
  EXPECT_THAT(gone.refused, IsEmpty());
  EXPECT_FALSE(has("crate"));
  EXPECT_TRUE(has("pole"));
}

TEST_F(VirtualObjectsTest, AThousandInOneMessage) {
  std::vector<VirtualObject> objects;
  for (int i = 0; i < 1000; ++i)
    objects.push_back(object(VirtualObject::ADD, fmt::format("box{}", i), "red_box",
                             -15 + 0.5 * (i % 50), -12 + 0.5 * (i / 50)));
  const std::size_t before = run_.simulation.world().entities().size();
  const VirtualObjectsStatus came = send(objects);
  EXPECT_EQ(came.done, 1000u);
  EXPECT_EQ(came.refused_count, 0u);
  EXPECT_EQ(run_.simulation.world().entities().size(), before + 1000);
  for (VirtualObject& each : objects) each.pose.position.x += 0.1;
  EXPECT_EQ(send(objects).done, 1000u);
  EXPECT_NEAR(place_of("box999").x, -15 + 0.5 * 49 + 0.1, 1e-3);
  for (VirtualObject& each : objects) each.action = VirtualObject::REMOVE;
  EXPECT_EQ(send(objects).done, 1000u);
  EXPECT_EQ(run_.simulation.world().entities().size(), before);
}

TEST_F(VirtualObjectsTest, BadOnesAreRefusedOneByOneAndTheRestIsDone) {
  std::vector<tandem_msgs::msg::Event> events;
  const auto subscription = node_.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", {.depth = 100},
      [&](const tandem_msgs::msg::Event& event) { events.push_back(event); });
  run_.step();
  VirtualObject nowhere = object(VirtualObject::ADD, "nowhere", "red_box");
  nowhere.pose.position.x = std::nan("");
  VirtualObject far = object(VirtualObject::ADD, "far", "red_box", 1e9);
  const VirtualObjectsStatus status = send(
      {object(VirtualObject::ADD, "good", "red_box", 2), object(VirtualObject::ADD, "", "red_box"),
       object(VirtualObject::ADD, "what", "red_bx"), object(VirtualObject::ADD, "untyped"),
       object(VirtualObject::ADD, "furniture", "ofice_chair"), object(7, "act", "red_box"),
       object(VirtualObject::REMOVE, "nobody"), object(VirtualObject::REMOVE, "emaros"),
       object(VirtualObject::MODIFY, "emaros", "", 3),
       object(VirtualObject::ADD, "robot", "emaros", 5), nowhere, far,
       object(VirtualObject::ADD, std::string(300, 'n'), "red_box"),
       object(VirtualObject::MODIFY, "missing"), object(VirtualObject::ADD, "good", "post", 3),
       object(VirtualObject::ADD, "last", "post", 4)});
  EXPECT_EQ(status.done, 2u);
  EXPECT_EQ(status.refused_count, 14u);
  std::map<std::string, std::string> why;
  for (const auto& refused : status.refused) why[refused.key] = refused.value;
  EXPECT_THAT(why[""], HasSubstr("must have an id"));
  EXPECT_THAT(why["what"], HasSubstr("did you mean 'red_box'?"));
  EXPECT_THAT(why["furniture"], HasSubstr("did you mean 'office_chair'?")) << "a model of Tandem's";
  EXPECT_THAT(why["untyped"], HasSubstr("must say its type"));
  EXPECT_THAT(why["act"], HasSubstr("7 is no action"));
  EXPECT_THAT(why["nobody"], HasSubstr("there is no 'nobody'"));
  EXPECT_THAT(why["emaros"], HasSubstr("is a robot"));
  EXPECT_THAT(why["robot"], HasSubstr("which SpawnEntity brings"));
  EXPECT_TRUE(why.contains("nowhere"));
  EXPECT_TRUE(why.contains("far"));
  EXPECT_THAT(why["missing"], HasSubstr("there is no 'missing'"));
  // the second of that id is of another type than the first, which came with the same message
  EXPECT_THAT(why["good"], HasSubstr("'good' is of type 'red_box'"));
  EXPECT_EQ(run_.simulation.world().find("good")->model->name, "red_box");
  EXPECT_NEAR(place_of("good").x, 2, 1e-3) << "and does not move it";
  EXPECT_TRUE(has("last"));
  EXPECT_TRUE(has("emaros"));
  EXPECT_THAT(send({object(VirtualObject::ADD, "good", "post")}).refused.at(0).value,
              HasSubstr("'good' is of type 'red_box'"));
  const auto told =
      std::ranges::find(events, "virtual_objects_refused", &tandem_msgs::msg::Event::name);
  ASSERT_NE(told, events.end());
  EXPECT_THAT(told->text, HasSubstr("virtual objects were refused"));

  EXPECT_THAT(send({object(VirtualObject::ADD, "x", "post")}, "nowhere").refused.at(0).value,
              HasSubstr("nowhere"));
  const VirtualObjectsStatus many =
      send(std::vector<VirtualObject>(5000, object(VirtualObject::ADD, "x", "post")));
  EXPECT_EQ(many.refused_count, 5000u);
  EXPECT_EQ(many.refused.size(), VirtualObjects::most_told);
  EXPECT_FALSE(has("x"));
  EXPECT_EQ(send({}).done, 0u) << "an empty message is answered too";
}

TEST_F(VirtualObjectsTest, MessagesThatFollowAtOnceAreDoneInOrder) {
  Message first, second;
  first.objects = {object(VirtualObject::ADD, "crate", "red_box", 2)};
  second.objects = {object(VirtualObject::MODIFY, "crate", "red_box", 3)};
  publisher_.publish(first);
  publisher_.publish(second);
  for (int i = 0; i < 6; ++i) run_.step();
  ASSERT_THAT(statuses_, SizeIs(2));
  EXPECT_EQ(statuses_[0].done + statuses_[1].done, 2u);
  EXPECT_NEAR(place_of("crate").x, 3, 1e-3);
}

TEST_F(VirtualObjectsTest, ARepeatedIdMovesWhatTheSameMessageBrought) {
  const VirtualObjectsStatus status = send({object(VirtualObject::ADD, "crate", "red_box", 2),
                                            object(VirtualObject::ADD, "crate", "red_box", 3)});
  EXPECT_EQ(status.done, 2u);
  EXPECT_NEAR(place_of("crate").x, 3, 1e-3);
}

TEST(CatalogServices, TypesOfTheScenarioAreSpawnables) {
  const TestFolder folder;
  const std::string file = folder.write("yard.yaml", yard).string();
  LiveRun run(file);
  const auto spawnables = run.call<srv::GetSpawnables>("/get_spawnables").spawnables;
  const auto found =
      std::ranges::find(spawnables, "red_box", &simulation_interfaces::msg::Spawnable::uri);
  ASSERT_NE(found, spawnables.end());
  EXPECT_EQ(found->description, "to be delivered");
  srv::SpawnEntity::Request request{.name = "crate", .uri = "red_box"};
  request.initial_pose.pose.position = {2, 2, 0.1};
  const auto spawned = run.call<srv::SpawnEntity>("/spawn_entity", request);
  EXPECT_TRUE(is_ok(spawned.result)) << spawned.result.error_message;
  EXPECT_EQ(spawned.entity_name, "crate");
  request.name = "";
  EXPECT_EQ(run.call<srv::SpawnEntity>("/spawn_entity", request).entity_name, "red_box");
  request.uri = "red_bx";
  EXPECT_THAT(run.call<srv::SpawnEntity>("/spawn_entity", request).result.error_message,
              HasSubstr("did you mean 'red_box'?"));
}

}  // namespace
}  // namespace tandem
