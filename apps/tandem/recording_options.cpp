// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording_options.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "base/log.h"
#include "command.h"
#include "counted.h"
#include "version.h"

namespace tandem {

Compression parse_compression(const std::string& name) {
  const auto compression = compression_named(name);
  if (!compression)
    reject(fmt::format("a recording is compressed by zstd, lz4 or none; not '{}'", name));
  return *compression;
}

McapTexts about_this_program() {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return {{"tandem_version", version_with_commit()},
          {"recorded_at", fmt::format("{:%FT%TZ}", fmt::gmtime(now))}};
}

void report_on(const RecorderReport& report, const std::filesystem::path& file) {
  if (!report.error.empty())
    fail(fmt::format("writing {} failed: {}", file.string(), report.error));
  log(LogLevel::info,
      fmt::format("recorded {} of {} into {}, {:.1f} MB", counted(report.messages, "message"),
                  counted(report.topics, "topic"), file.string(),
                  static_cast<double>(report.bytes) / 1e6));
  if (report.dropped_messages + report.dropped_frames > 0)
    log(LogLevel::warning, fmt::format("the disk was too slow: {} and {} are not in the recording",
                                       counted(report.dropped_messages, "message"),
                                       counted(report.dropped_frames, "frame")));
}

}  // namespace tandem
