// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/names.h"

#include <gmock/gmock.h>

namespace tandem {

namespace {

using testing::HasSubstr;

const NodeName tandem_in_lab{"tandem", "/lab"};

std::string expanded(std::string_view name, const NodeName& node = tandem_in_lab) {
  const Result<std::string> result = expand_name(name, node);
  return result ? *result : "error: " + result.error();
}

std::string resolved(std::string_view name, const std::vector<RemapRule>& rules) {
  const Result<std::string> result =
      resolve_name(name, tandem_in_lab, RemapRule::Kind::topic, rules);
  return result ? *result : "error: " + result.error();
}

}  // namespace

TEST(Names, RelativeNamesBelongToTheNamespace) {
  EXPECT_EQ(expanded("scan"), "/lab/scan");
  EXPECT_EQ(expanded("front/scan"), "/lab/front/scan");
  EXPECT_EQ(expanded("scan", {"tandem", "/"}), "/scan");
}

TEST(Names, AbsoluteNamesStayAsTheyAre) { EXPECT_EQ(expanded("/tf"), "/tf"); }

TEST(Names, PrivateNamesBelongToTheNode) {
  EXPECT_EQ(expanded("~/get_parameters"), "/lab/tandem/get_parameters");
  EXPECT_EQ(expanded("~"), "/lab/tandem");
  EXPECT_EQ(expanded("~/x", {"tandem", "/"}), "/tandem/x");
}

TEST(Names, BracesStandForTheNodesOwnNames) {
  EXPECT_EQ(expanded("/robots/{node}/state"), "/robots/tandem/state");
  EXPECT_EQ(expanded("{ns}/state"), "/lab/state");
  EXPECT_EQ(expanded("{ns}/state", {"tandem", "/"}), "/state");
}

TEST(Names, WrongNamesAreRefusedWithAReason) {
  EXPECT_THAT(expanded(""), HasSubstr("empty"));
  EXPECT_THAT(expanded("a//b"), HasSubstr("empty part"));
  EXPECT_THAT(expanded("a/"), HasSubstr("empty part"));
  EXPECT_THAT(expanded("/"), HasSubstr("empty part"));
  EXPECT_THAT(expanded("2scan"), HasSubstr("starts with a digit"));
  EXPECT_THAT(expanded("my-scan"), HasSubstr("has '-'"));
  EXPECT_THAT(expanded("scan~"), HasSubstr("has '~'"));
  EXPECT_THAT(expanded("~scan"), HasSubstr("without a slash"));
  EXPECT_THAT(expanded("{nobody}/x"), HasSubstr("{nobody}"));
  EXPECT_THAT(expanded("{node"), HasSubstr("without a '}'"));
  EXPECT_THAT(expanded("/" + std::string(300, 'a')), HasSubstr("301 characters"));
}

TEST(Names, NodeNamesAndNamespacesAreChecked) {
  EXPECT_EQ(why_not_a_node_name("tandem_2"), std::nullopt);
  EXPECT_THAT(*why_not_a_node_name(""), HasSubstr("needs a name"));
  EXPECT_THAT(*why_not_a_node_name("lab/tandem"), HasSubstr("slash"));
  EXPECT_THAT(*why_not_a_node_name("2nd"), HasSubstr("digit"));
  EXPECT_EQ(why_not_a_namespace("/"), std::nullopt);
  EXPECT_EQ(why_not_a_namespace("/a/b"), std::nullopt);
  EXPECT_THAT(*why_not_a_namespace("a"), HasSubstr("start with a slash"));
  EXPECT_THAT(*why_not_a_namespace("/a/"), HasSubstr("empty part"));
}

TEST(Names, TheFirstRuleThatFitsRenames) {
  const std::vector<RemapRule> rules{{.from = "scan", .to = "/front/scan"},
                                     {.from = "/lab/scan", .to = "/rear/scan"},
                                     {.from = "odom", .to = "~/odom"}};
  EXPECT_EQ(resolved("scan", rules), "/front/scan");
  EXPECT_EQ(resolved("/lab/scan", rules), "/front/scan");  // rules compare whole names
  EXPECT_EQ(resolved("/scan", rules), "/scan");
  EXPECT_EQ(resolved("odom", rules), "/lab/tandem/odom");
}

TEST(Names, RulesForOtherNodesAndKindsAreLeftAlone) {
  EXPECT_EQ(resolved("scan", {{.node = "other", .from = "scan", .to = "x"}}), "/lab/scan");
  EXPECT_EQ(resolved("scan", {{.node = "tandem", .from = "scan", .to = "x"}}), "/lab/x");
  EXPECT_EQ(resolved("scan", {{.kind = RemapRule::Kind::service, .from = "scan", .to = "x"}}),
            "/lab/scan");
}

TEST(Names, ANodeIsRenamedByItsOwnRules) {
  const std::vector<RemapRule> rules{{.from = "__ns", .to = "/house"},
                                     {.node = "other", .from = "__node", .to = "nobody"},
                                     {.node = "tandem", .from = "__node", .to = "simulator"}};
  const Result<NodeName> name = resolve_node_name(tandem_in_lab, rules);
  ASSERT_TRUE(name) << name.error();
  EXPECT_EQ(full_name(*name), "/house/simulator");
}

TEST(Names, ANamespaceWithoutItsSlashGetsOne) {
  EXPECT_EQ(resolve_node_name({"tandem", "lab"}, {})->ns, "/lab");
  EXPECT_EQ(resolve_node_name({"tandem", ""}, {})->ns, "/");
}

TEST(Names, AWrongNewNameIsRefused) {
  const auto name = resolve_node_name(tandem_in_lab, {{.from = "__node", .to = "a b"}});
  ASSERT_FALSE(name);
  EXPECT_THAT(name.error(), HasSubstr("\"a b\""));
}

}  // namespace tandem
