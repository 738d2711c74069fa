// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

std::string logged(std::string_view message) {
  testing::internal::CaptureStderr();
  write_log(LogLevel::error, message);
  return testing::internal::GetCapturedStderr();
}

TEST(Log, SaysWhoSpeaksAndHowBadItIs) {
  EXPECT_EQ(logged("no such file"), "tandem: error: no such file\n");
}

TEST(Log, TextOfOthersCannotSteerATerminal) {
  EXPECT_EQ(logged("a\x1b[31mb\rc\x07"
                   "d\x7f"),
            "tandem: error: a?[31mb?c?d?\n");
  EXPECT_EQ(logged("a\xc2\x9b"
                   "31m"),
            "tandem: error: a?31m\n");  // the same in one character
  EXPECT_EQ(logged("two\n\tlines, grüße €"), "tandem: error: two\n\tlines, grüße €\n");
}

}  // namespace
}  // namespace tandem
