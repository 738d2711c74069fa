// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ports/record/recorder.h"

namespace tandem {

diagnostic_msgs::msg::DiagnosticStatus diagnosis_of(const RecorderReport& report) {
  using diagnostic_msgs::msg::DiagnosticStatus;
  DiagnosticStatus status{
      .name = "tandem: recorder", .message = "recording", .hardware_id = "tandem"};
  if (report.dropped_messages + report.dropped_frames > 0) {
    status.level = DiagnosticStatus::WARN;
    status.message =
        fmt::format("the disk is too slow: {} messages and {} frames are not in the recording",
                    report.dropped_messages, report.dropped_frames);
  }
  if (!report.error.empty()) {
    status.level = DiagnosticStatus::ERROR;
    status.message = fmt::format("nothing more is recorded: {}", report.error);
  }
  status.values = {{"messages", fmt::format("{}", report.messages)},
                   {"frames", fmt::format("{}", report.frames)},
                   {"bytes", fmt::format("{}", report.bytes)},
                   {"dropped_messages", fmt::format("{}", report.dropped_messages)},
                   {"dropped_frames", fmt::format("{}", report.dropped_frames)}};
  return status;
}

}  // namespace tandem
