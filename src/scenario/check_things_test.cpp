// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_things.h"

#include <gmock/gmock.h>

#include "scenario/testing.h"

namespace tandem {
namespace {

// A world whose third line is the link of a model that moves.
std::string moving(const std::string& link) {
  return "<sdf version='1.9'><world name='w'>\n<model name='m'>\n<link name='l'>" + link +
         "</link></model></world></sdf>";
}

std::string inertial(const std::string& mass, const std::string& moment) {
  return "<inertial><mass>" + mass + "</mass><inertia><ixx>" + moment + "</ixx><iyy>" + moment +
         "</iyy><izz>" + moment + "</izz></inertia></inertial>";
}

std::string collision(const std::string& geometry, const std::string& rest = "") {
  return "<collision name='c'><geometry>" + geometry + "</geometry>" + rest + "</collision>";
}

std::string urdf(const std::string& content) { return "<robot name='r'>" + content + "</robot>"; }

std::string urdf_inertial(const std::string& mass, const std::string& moment) {
  return "<inertial><mass value='" + mass + "'/><inertia ixx='" + moment +
         "' ixy='0' ixz='0' iyy='" + moment + "' iyz='0' izz='" + moment + "'/></inertial>";
}

class CheckThings : public ::testing::Test {
 protected:
  std::shared_ptr<const Scenario> load(const std::string& name, const std::string& text) {
    findings_ = {};
    return load_scenario(folder_.write(name, text).string(), {}, findings_);
  }
  std::shared_ptr<const Scenario> load_sdf(const std::string& text) { return load("w.sdf", text); }
  std::shared_ptr<const Scenario> load_urdf(const std::string& text) {
    return load("r.urdf", text);
  }

  TestFolder folder_;
  Findings findings_;
};

TEST_F(CheckThings, MissingInertiaBecomesThatOfASolidOfTheCollisions) {
  const std::string box = collision("<box><size>0.6 0.6 0.6</size></box>");
  for (const char* moment : {"0", "1e-300", "1e-12"}) {
    const auto scenario = load_sdf(moving(inertial("2", moment) + box));
    ASSERT_TRUE(scenario) << all_text(findings_);
    EXPECT_WARNING(findings_, 3, "too small for 2 kg");
    // a cube: m a² / 6
    EXPECT_NEAR(scenario->world.models.at(0).model->links.at(0).mass.inertia.xx, 0.12, 1e-12);
  }
  const auto robot = load_urdf(urdf("<link name='l'>" + urdf_inertial("2", "0") + "</link>"));
  ASSERT_TRUE(robot) << all_text(findings_);
  EXPECT_WARNING(findings_, 1, "a sphere of 1 cm is used");
  EXPECT_NEAR(robot->robots.at(0).model->links.at(0).mass.inertia.zz, 0.4 * 2 * 1e-4, 1e-12);
}

TEST_F(CheckThings, NegativeInertiaIsAnError) {
  EXPECT_FALSE(load_sdf(moving(inertial("1", "-1"))));
  EXPECT_ERROR(findings_, 3, "the inertia is not positive");
  EXPECT_FALSE(load_urdf(urdf("<link name='l'>" + urdf_inertial("1", "-0.1") + "</link>")));
  EXPECT_ERROR(findings_, 1, "the inertia is not positive");
  EXPECT_FALSE(load_sdf(moving(inertial("1", "1e300"))));
  EXPECT_ERROR(findings_, 3, "must not be larger than 1000000000000 kg m²");
}

TEST_F(CheckThings, MassHasALowerLimit) {
  EXPECT_FALSE(load_sdf(moving(inertial("1e-300", "1"))));
  EXPECT_ERROR(findings_, 3, "must be at least 1e-06 kg, is 1e-300");
  EXPECT_FALSE(load_urdf(urdf("<link name='l'>" + urdf_inertial("1e-300", "1") + "</link>")));
  EXPECT_ERROR(findings_, 1, "must be at least 1e-06 kg, is 1e-300");
  EXPECT_TRUE(load_sdf(moving(inertial("1e-6", "1")))) << all_text(findings_);
}

TEST_F(CheckThings, VelocityDecayIsAShare) {
  EXPECT_FALSE(load_sdf(moving("<velocity_decay>\n<linear>1.5</linear></velocity_decay>")));
  EXPECT_ERROR(findings_, 4, "<linear>: must be from 0 to 1, is 1.5");
  EXPECT_FALSE(load_sdf(moving("<velocity_decay>\n<angular>-0.1</angular></velocity_decay>")));
  EXPECT_ERROR(findings_, 4, "<angular>: must be from 0 to 1, is -0.1");
}

TEST_F(CheckThings, APlaneMustNotMove) {
  EXPECT_FALSE(load_sdf(moving("\n" + collision("<plane/>"))));
  EXPECT_ERROR(findings_, 4, "collision 'c' is a plane, which cannot move: make the model 'm'");
}

TEST_F(CheckThings, MovingPartsNeedMass) {
  const std::string box = "<collision><geometry><box size='1 1 1'/></geometry></collision>";
  const auto joint = [](const std::string& type) {
    return "<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/></joint>";
  };
  const std::string links =
      "<link name='a'>" + urdf_inertial("1", "1") + "</link>\n<link name='b'>" + box + "</link>";
  EXPECT_FALSE(load_urdf(urdf(links + joint("continuous"))));
  EXPECT_ERROR(findings_, 2, "link 'b' of model 'r' can move but has no mass");
  EXPECT_TRUE(load_urdf(urdf(links + joint("fixed")))) << all_text(findings_);

  folder_.write("r.urdf", urdf(links + joint("continuous")));
  EXPECT_FALSE(load("s.yaml", "robots: [{name: r1, model: r.urdf}]"));
  EXPECT_ERROR(findings_, 2, "link 'b' of model 'r' can move but has no mass");
  EXPECT_FALSE(load("s.yaml",
                    "spawn: {things: {object: {model: r.urdf}, count: 1, "
                    "area: {size_x_m: 1, size_y_m: 1}}}"));
  EXPECT_ERROR(findings_, 2, "link 'b' of model 'r' can move but has no mass");
}

TEST_F(CheckThings, AMovingMeshWithHollowsIsItsHull) {
  const auto mesh = [&](const std::string& name, const std::string& content) {
    folder_.write(name, content);
    return "\n" + collision("<mesh><uri>" + name + "</uri></mesh>");
  };
  const std::string tetrahedron =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  ASSERT_TRUE(load_sdf(moving(mesh("good.obj", tetrahedron)))) << all_text(findings_);
  EXPECT_THAT(all_text(findings_), ::testing::Not(::testing::HasSubstr("hull")));

  const std::string second =
      "v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";
  ASSERT_TRUE(load_sdf(moving(mesh("two.obj", tetrahedron + second)))) << all_text(findings_);
  EXPECT_WARNING(findings_, 4, "collision 'c' is a mesh with hollows that can move");
}

TEST_F(CheckThings, LimitsThatNobodyKeepsAreNamed) {
  const std::string links = "<link name='a'>" + urdf_inertial("1", "1") + "</link><link name='b'>" +
                            urdf_inertial("1", "1") + "</link>";
  const std::string joint =
      "\n<joint name='j' type='prismatic'><parent link='a'/><child link='b'/>"
      "<limit lower='0' upper='1' effort='3' velocity='1'/></joint>";
  EXPECT_TRUE(load_urdf(urdf(links + joint)));
  EXPECT_WARNING(findings_, 2, "not enforced for joints that no drive turns: 'j'");
}

TEST_F(CheckThings, OneBodyHasOneDrag) {
  const std::string mass = inertial("1", "1");
  EXPECT_TRUE(load_sdf(moving(mass + "</link>\n<link name='k'>" + mass +
                              "<velocity_decay><linear>0.5</linear></velocity_decay></link>"
                              "<joint name='j' type='fixed'><parent>l</parent><child>k</child>"
                              "</joint><link name='free'>" +
                              mass)));
  EXPECT_WARNING(findings_, 4, "the velocity_decay of link 'k' is not used");
  EXPECT_EQ(findings_.warning_count(), 1) << all_text(findings_);
}

TEST_F(CheckThings, PartsOfOneBodyMustNotBeWorldsApart) {
  const std::string mass = inertial("1", "1");
  const auto fixed_at = [&](const std::string& x) {
    return moving(mass + "</link><link name='k'><pose>" + x + " 0 0 0 0 0</pose>" + mass +
                  "</link><joint name='j' type='fixed'><parent>l</parent><child>k</child></joint>"
                  "<link name='free'>" +
                  mass);
  };
  EXPECT_TRUE(load_sdf(fixed_at("1000"))) << all_text(findings_);
  EXPECT_FALSE(load_sdf(fixed_at("1e9")));
  EXPECT_ERROR(findings_, 3, "are too far apart or too different to move as one body");
}

}  // namespace
}  // namespace tandem
