// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/markup.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Markup, TextCannotBecomeATagOrEndAnAttribute) {
  EXPECT_EQ(escaped("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST(Markup, LinesStayLinesAndControlCharactersGo) {
  EXPECT_EQ(escaped("one\ntwo\tthree\x1b[31m\r"), "one&#10;two\tthree?[31m?");
}

TEST(Markup, OtherLettersStayAsTheyAre) { EXPECT_EQ(escaped("Wände, 漢字"), "Wände, 漢字"); }

}  // namespace
}  // namespace tandem
