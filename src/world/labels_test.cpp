// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/labels.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

Model model(const std::string& name, std::optional<std::uint8_t> label = {}) {
  Model model;
  model.name = name;
  model.label = label;
  return model;
}

TEST(Labels, CountersAreNotPartOfAClass) {
  EXPECT_EQ(class_name("box_12"), "box");
  EXPECT_EQ(class_name("box12"), "box");
  EXPECT_EQ(class_name("tree"), "tree");
  EXPECT_EQ(class_name("box_0_2kg"), "box_0_2kg");
  EXPECT_EQ(class_name("arm::hand_2"), "arm");
  EXPECT_EQ(class_name("42"), "42");
}

TEST(Labels, NumbersAreInOrderOfAppearance) {
  const Model box = model("box_1"), other = model("box_2"), tree = model("tree");
  Labels labels;
  labels.add({&box, &other, &tree});
  EXPECT_EQ(labels.of(box), 1);
  EXPECT_EQ(labels.of(other), 1);
  EXPECT_EQ(labels.of(tree), 2);
}

TEST(Labels, LabelsOfFilesWinAndTheirNumbersAreTaken) {
  const Model box = model("box"), tree = model("tree"), man = model("man", 1);
  Labels labels;
  labels.add({&box, &tree, &man});
  EXPECT_EQ(labels.of(man), 1);
  EXPECT_EQ(labels.of(box), 2);
  EXPECT_EQ(labels.of(tree), 3);
}

TEST(Labels, WhatComesLaterLeavesNumbersAsTheyAre) {
  const Model box = model("box"), tree = model("tree");
  Labels labels;
  labels.add({&box});
  labels.add({&tree});
  EXPECT_EQ(labels.of(box), 1);
  EXPECT_EQ(labels.of(tree), 2);
}

TEST(Labels, MoreThanThereAreNumbersForShareTheLast) {
  std::vector<Model> models;
  for (int i = 0; i < 300; ++i) models.push_back(model("m" + std::to_string(i) + "x"));
  std::vector<const Model*> pointers;
  for (const Model& m : models) pointers.push_back(&m);
  Labels labels;
  labels.add(pointers);
  EXPECT_EQ(labels.of(models[0]), 1);
  EXPECT_EQ(labels.of(models[253]), 254);
  EXPECT_EQ(labels.of(models[254]), 255);
  EXPECT_EQ(labels.of(models[299]), 255);
}

}  // namespace
}  // namespace tandem
