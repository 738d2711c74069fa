// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/schema.h"

#include <gtest/gtest.h>

#include "scenario/test_format_page.h"

namespace tandem {
namespace {

TEST(ScenarioFormatPage, ExplainsEveryKeyUnderItsHeading) {
  expect_page_explains("docs/scenario-format.md", all_sections());
}

}  // namespace
}  // namespace tandem
