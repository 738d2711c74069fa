// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <numbers>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

std::shared_ptr<const Model> load(const TestFolder& folder, const std::string& model,
                                  Findings& findings, const std::string& version = "1.9") {
  const auto file = folder.write("m.sdf", "<sdf version=\"" + version + "\">" + model + "</sdf>");
  return load_sdf_model(file, {{folder.path()}}, findings);
}

std::shared_ptr<const Model> load_link(const TestFolder& folder, const std::string& content,
                                       Findings& findings) {
  return load(folder,
              "<model name='m'><static>1</static><link name='l'>" + content + "</link></model>",
              findings);
}

std::string visual(const std::string& geometry, const std::string& rest = "") {
  return "<visual name='v'><geometry>" + geometry + "</geometry>" + rest + "</visual>";
}

TEST(SdfModel, EveryGeometryHasItsSize) {
  const TestFolder folder;
  Findings findings;
  const auto shape = [&](const std::string& geometry) {
    const auto model = load_link(folder, visual(geometry), findings);
    EXPECT_TRUE(model) << all_text(findings);
    return model ? model->links.at(0).visuals.at(0).shape : Shape{};
  };
  expect_near(std::get<Box>(shape("<box><size>1 2 3</size></box>")).size, {1, 2, 3});
  EXPECT_EQ(std::get<Sphere>(shape("<sphere><radius>2</radius></sphere>")).radius_m, 2);
  const auto cylinder =
      std::get<Cylinder>(shape("<cylinder><radius>2</radius><length>3</length></cylinder>"));
  EXPECT_EQ(cylinder.radius_m, 2);
  EXPECT_EQ(cylinder.length_m, 3);
  const auto capsule =
      std::get<Capsule>(shape("<capsule><radius>2</radius><length>3</length></capsule>"));
  EXPECT_EQ(capsule.radius_m, 2);
  EXPECT_EQ(capsule.length_m, 3);
  expect_near(std::get<Ellipsoid>(shape("<ellipsoid><radii>1 2 3</radii></ellipsoid>")).radii,
              {1, 2, 3});
  const auto plane =
      std::get<Plane>(shape("<plane><normal>0 2 0</normal><size>5 6</size></plane>"));
  expect_near(plane.normal, {0, 1, 0});
  EXPECT_EQ(plane.size_x_m, 5);
  EXPECT_EQ(plane.size_y_m, 6);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
}

TEST(SdfModel, InertiaIsTurnedIntoTheLinksFrame) {
  const TestFolder folder;
  Findings findings;
  const auto model = load(folder, R"(<model name="m"><link name="l"><inertial>
    <pose>1 2 3 0 0 1.5707963267948966</pose><mass>4</mass>
    <inertia><ixx>0.3</ixx><iyy>0.2</iyy><izz>0.4</izz></inertia></inertial></link></model>)",
                          findings);
  ASSERT_TRUE(model) << all_text(findings);
  const MassProperties& mass = model->links[0].mass;
  EXPECT_EQ(mass.mass_kg, 4);
  expect_near(mass.center, {1, 2, 3});
  // a quarter turn about z swaps the moments about x and y
  EXPECT_NEAR(mass.inertia.xx, 0.2, 1e-12);
  EXPECT_NEAR(mass.inertia.yy, 0.3, 1e-12);
  EXPECT_NEAR(mass.inertia.zz, 0.4, 1e-12);
  EXPECT_NEAR(mass.inertia.xy, 0, 1e-12);
}

TEST(SdfModel, MaterialsComeOutAsWritten) {
  const TestFolder folder;
  folder.write("albedo.png", "x");
  Findings findings;
  const auto material = [&](const std::string& text) {
    const auto model =
        load_link(folder, visual("<sphere><radius>1</radius></sphere>", text), findings);
    EXPECT_TRUE(model) << all_text(findings);
    return *model->links.at(0).visuals.at(0).material;
  };
  const Material plain = material(
      "<material><diffuse>0.2 0.4 0.6 0.5</diffuse><emissive>0.1 0 0 1</emissive></material>");
  EXPECT_EQ(plain.base_color, (Color{0.2f, 0.4f, 0.6f, 0.5f}));
  EXPECT_EQ(plain.emissive, (Color{0.1f, 0, 0, 1}));
  EXPECT_EQ(material("<material><script><name>Gazebo/Orange</name></script></material>").base_color,
            (Color{1, 0.5088f, 0.0468f, 1}));
  EXPECT_EQ(material("<transparency>0.75</transparency>"
                     "<material><diffuse>1 0 0 1</diffuse></material>")
                .base_color,
            (Color{1, 0, 0, 0.25f}));
  const Material pbr = material(
      "<material><pbr><metal><albedo_map>albedo.png</albedo_map><roughness>0.3</roughness>"
      "<metalness>0.9</metalness></metal></pbr></material>");
  EXPECT_EQ(pbr.base_color_texture, (folder.path() / "albedo.png").string());
  EXPECT_EQ(pbr.base_color, (Color{1, 1, 1, 1}));
  EXPECT_EQ(pbr.roughness, 0.3f);
  EXPECT_EQ(pbr.metalness, 0.9f);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);

  material("<material><pbr><metal>\n<albedo_map>none.png</albedo_map></metal></pbr></material>");
  EXPECT_WARNING(findings, 2, "none.png");
  material("\n<material><ambient>1 0 0 1</ambient><diffuse>0 1 0 1</diffuse></material>");
  EXPECT_WARNING(findings, 2, "<ambient> differs from <diffuse>");
  material("<material>\n<script><name>Mine/Special</name></script></material>");
  EXPECT_WARNING(findings, 2, "'Mine/Special' is not known");
}

std::string label_plugin(const std::string& label) {
  return "<plugin filename='gz-sim-label-system' name='gz::sim::systems::Label'><label>" + label +
         "</label></plugin>";
}

TEST(SdfModel, LabelPluginsGiveClasses) {
  const TestFolder folder;
  Findings findings;
  const auto model =
      load(folder,
           "<model name='m'><static>1</static>" + label_plugin("10") + "<link name='l'>" +
               visual("<box><size>1 2 3</size></box>", label_plugin("20")) + "</link>" +
               "<model name='inner'>" + label_plugin("30") + "<link name='k'>" +
               visual("<sphere><radius>1</radius></sphere>") + "</link></model></model>",
           findings);
  ASSERT_TRUE(model) << all_text(findings);
  EXPECT_EQ(all_text(findings), "");
  EXPECT_EQ(model->label, 10);
  EXPECT_EQ(model->links.at(0).visuals.at(0).label, 20);
  EXPECT_EQ(model->links.at(1).visuals.at(0).label, 30);
}

TEST(SdfModel, LabelsAreWholeNumbersUpTo255) {
  for (const std::string label : {"0", "256", "1.5", "-1", "chair", ""}) {
    const TestFolder folder;
    Findings findings;
    EXPECT_FALSE(load(
        folder,
        "<model name='m'><static>1</static>" + label_plugin(label) + "<link name='l'/></model>",
        findings))
        << label;
    EXPECT_THAT(all_text(findings), testing::HasSubstr("label")) << label;
  }
}

TEST(SdfModel, SurfacesSayHowTheyFeel) {
  const TestFolder folder;
  Findings findings;
  const auto surface = [&](const std::string& text) {
    const auto model = load_link(folder,
                                 "<collision name='c'><geometry><sphere><radius>1</radius></sphere>"
                                 "</geometry><surface>" +
                                     text + "</surface></collision>",
                                 findings);
    EXPECT_TRUE(model) << all_text(findings);
    return model->links.at(0).collisions.at(0).surface;
  };
  EXPECT_EQ(surface("<friction><ode><mu>0.3</mu><mu2>0.3</mu2></ode></friction>").friction, 0.3);
  const Surface bullet = surface(
      "<friction><bullet><friction>0.4</friction><rolling_friction>0.01</rolling_friction>"
      "</bullet></friction><bounce><restitution_coefficient>0.6</restitution_coefficient></"
      "bounce>");
  EXPECT_EQ(bullet.friction, 0.4);
  EXPECT_EQ(bullet.rolling_friction, 0.01);
  EXPECT_EQ(bullet.restitution, 0.6);
  EXPECT_NEAR(surface("<friction><torsional><coefficient>0.5</coefficient>"
                      "<patch_radius>0.02</patch_radius></torsional></friction>")
                  .spinning_friction,
              0.5 * 0.02 * 3 * std::numbers::pi / 16, 1e-12);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  surface("<friction><ode>\n<mu>1</mu>\n<mu2>0.5</mu2></ode></friction>");
  EXPECT_WARNING(findings, 3, "same in every direction");
}

TEST(SdfModel, LinksKnowGravityDragAndWhetherTheyAreKinematic) {
  const TestFolder folder;
  Findings findings;
  const auto model = load_link(folder,
                               "<gravity>false</gravity><kinematic>true</kinematic><velocity_decay>"
                               "<linear>0.5</linear><angular>0.25</angular></velocity_decay>",
                               findings);
  ASSERT_TRUE(model);
  EXPECT_FALSE(model->links[0].has_gravity);
  EXPECT_TRUE(model->links[0].is_kinematic);
  EXPECT_EQ(model->links[0].linear_drag, 0.5);
  EXPECT_EQ(model->links[0].angular_drag, 0.25);
}

constexpr const char* two_links = "<link name='a'/><link name='b'><pose>1 0 0 0 0 0</pose></link>";

TEST(SdfModel, JointsHaveLimitsAndMissingOnesMakeThemContinuous) {
  const TestFolder folder;
  Findings findings;
  const auto joint = [&](const std::string& text) {
    const auto model = load(folder,
                            std::string("<model name='m'>") + two_links + "<joint name='j' " +
                                text + "</joint></model>",
                            findings);
    EXPECT_TRUE(model) << all_text(findings);
    return model ? model->joints.at(0) : Joint{};
  };
  const Joint hinge = joint(
      "type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 3 0</xyz><limit>"
      "<lower>-1</lower><upper>2</upper><effort>5</effort><velocity>-1</velocity></limit>"
      "<dynamics><damping>0.1</damping><friction>0.2</friction></dynamics></axis>");
  EXPECT_EQ(hinge.type, ModelJointType::revolute);
  EXPECT_EQ(hinge.lower, -1);
  EXPECT_EQ(hinge.upper, 2);
  EXPECT_EQ(hinge.max_effort, 5);
  EXPECT_EQ(hinge.max_velocity, std::nullopt);
  EXPECT_EQ(hinge.damping, 0.1);
  EXPECT_EQ(hinge.friction, 0.2);
  expect_near(hinge.axis, {0, 1, 0});
  expect_near(hinge.model_from_joint.translation, {1, 0, 0});
  EXPECT_EQ(joint("type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz><limit>"
                  "<lower>-1e16</lower><upper>1e16</upper></limit></axis>")
                .type,
            ModelJointType::continuous);
  EXPECT_EQ(
      joint("type='prismatic'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>")
          .type,
      ModelJointType::prismatic);
  EXPECT_EQ(joint("type='fixed'><parent>world</parent><child>b</child>").parent, "world");
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);

  // what cannot be done is said, and the joint does not come loose
  EXPECT_EQ(joint("type='ball'>\n<parent>a</parent><child>b</child>").type, ModelJointType::fixed);
  EXPECT_WARNING(findings, 1, "type 'ball' is not simulated by this version");
}

TEST(SdfModel, NestedModelsAreFlattenedWithTheirNames) {
  const TestFolder folder;
  Findings findings;
  const auto model = load(folder, R"(<model name="m">
    <link name="base"/>
    <model name="arm"><pose>1 0 0 0 0 1.5707963267948966</pose>
      <link name="upper"/><link name="lower"><pose>2 0 0 0 0 0</pose></link>
      <frame name="tip" attached_to="lower"><pose>1 0 0 0 0 0</pose></frame>
      <joint name="elbow" type="fixed"><parent>upper</parent><child>lower</child></joint>
    </model>
    <joint name="shoulder" type="fixed"><parent>base</parent><child>arm</child></joint>
    <frame name="end" attached_to="arm::tip"/></model>)",
                          findings);
  ASSERT_TRUE(model) << all_text(findings);
  ASSERT_EQ(model->links.size(), 3u);
  EXPECT_EQ(model->links[0].name, "base");
  EXPECT_EQ(model->links[2].name, "arm::lower");
  expect_near(model->links[2].model_from_link.translation, {1, 2, 0});
  ASSERT_EQ(model->joints.size(), 2u);
  EXPECT_EQ(model->joints[0].name, "arm::elbow");
  EXPECT_EQ(model->joints[0].child, "arm::lower");
  EXPECT_EQ(model->joints[1].child, "arm::upper");
  ASSERT_EQ(model->frames.size(), 2u);
  EXPECT_EQ(model->frames[1].name, "end");
  EXPECT_EQ(model->frames[1].link, "arm::lower");
  expect_near(model->frames[1].link_from_frame.translation, {1, 0, 0});
}

TEST(SdfModel, TheCanonicalLinkComesFirst) {
  const TestFolder folder;
  Findings findings;
  const auto model = load(folder,
                          "<model name='m' canonical_link='b'><link name='a'/><link name='b'/>"
                          "<link name='c'/></model>",
                          findings);
  ASSERT_TRUE(model) << all_text(findings);
  EXPECT_EQ(model->links[0].name, "b");
  EXPECT_EQ(model->links[1].name, "a");
}

}  // namespace
}  // namespace tandem
