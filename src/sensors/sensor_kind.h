// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/copied.h"
#include "sensors/sensor.h"
#include "sensors/settings.h"

namespace tandem {

// One kind of sensor: how files name it, what they may say about it, and how it is made.
struct SensorKind {
  std::string_view type;                    // in scenario files
  std::vector<std::string_view> sdf_types;  // in SDF and URDF
  double default_rate_hz = 10;
  // Reports what is wrong with the settings.
  void (*check)(SettingsReader& settings) = nullptr;
  // Reports what is wrong with the place too; null after an error.
  std::unique_ptr<Sensor> (*make)(SettingsReader& settings, const SensorSite& site) = nullptr;
  // Which of several kinds with the same name in SDF is meant; without it, this one.
  bool (*is_meant)(const SensorDescription& sensor) = nullptr;
};

// The kind of a class with
//   struct Config;
//   static Config read(SettingsReader&);
//   static void check_site(const Config&, const SensorSite&, SettingsReader&);  // if places can be
//   wrong S(const Config&, const SensorSite&);
template <typename S>
SensorKind kind_of(std::string_view type, std::vector<std::string_view> sdf_types,
                   double default_rate_hz,
                   bool (*is_meant)(const SensorDescription& sensor) = nullptr) {
  return {.type = type,
          .sdf_types = std::move(sdf_types),
          .default_rate_hz = default_rate_hz,
          .check = [](SettingsReader& settings) { S::read(settings); },
          .make = [](SettingsReader& settings, const SensorSite& site) -> std::unique_ptr<Sensor> {
            const int errors_before = settings.findings().error_count();
            const typename S::Config config = S::read(settings);
            if constexpr (requires { S::check_site(config, site, settings); })
              S::check_site(config, site, settings);
            if (settings.findings().error_count() > errors_before) return nullptr;
            return std::make_unique<Copyable<Sensor, S>>(config, site);
          },
          .is_meant = is_meant};
}

// Every kind there is. Adding one is a file here and a line in sensor_kinds.cpp.
const std::vector<SensorKind>& sensor_kinds();

// Null when there is none.
const SensorKind* find_kind(const SensorDescription& sensor);

}  // namespace tandem
