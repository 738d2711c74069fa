// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_library.h"

#include <fastrtps/attributes/LibrarySettingsAttributes.h>
#include <fastrtps/xmlparser/XMLProfileManager.h>

#include <fastdds/dds/log/Log.hpp>
#include <memory>
#include <mutex>

#include "base/log.h"
#include "middleware/dds_locks.h"
#include "middleware/dds_profiles.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;

// Fast DDS writes to standard output unless told otherwise.
class LogToOurs : public dds::LogConsumer {
 public:
  void Consume(const dds::Log::Entry& entry) override {
    log(entry.kind == dds::Log::Error ? LogLevel::warning : LogLevel::debug,
        "Fast DDS: " + entry.message);
  }
};

}  // namespace

void set_up_library() {
  load_profiles();
  static std::once_flag once;
  std::call_once(once, [] {
    show_locks_to_sanitizer();
    dds::Log::ClearConsumers();
    dds::Log::RegisterConsumer(std::make_unique<LogToOurs>());
    dds::Log::SetVerbosity(dds::Log::Error);

    // Inside of one process Fast DDS would call the reader on the writer's thread; over UDP a
    // publisher never waits for a subscriber, wherever it is.
    eprosima::fastrtps::LibrarySettingsAttributes settings;
    settings.intraprocess_delivery = eprosima::fastrtps::INTRAPROCESS_OFF;
    eprosima::fastrtps::xmlparser::XMLProfileManager::library_settings(settings);
  });
}

}  // namespace tandem
