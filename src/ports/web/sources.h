// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "imaging/jpeg.h"
#include "ports/desk/network.h"
#include "sensors/interest.h"
#include "simulation/frame.h"

namespace tandem::web {

// Something that pages can watch.
struct Source {
  std::string name;  // "emaros/lidar", "emaros/camera_front/depth", "/debug/image"
  SightKind kind{};
  std::string robot;  // empty: none's
  bool is_sensor = false;
  // of sensors
  std::string owner, sensor;
  Streams stream = streams::main;

  friend bool operator==(const Source&, const Source&) = default;
};

// The newest of a source, as messages.
struct SourceMessages {
  // How many there were of it since somebody watches: another one is newer; 0: nothing yet.
  std::uint64_t version = 0;
  std::shared_ptr<const std::string> watching;  // tells a page the number, and what is wrong
  std::uint64_t watching_version = 0;           // at which that became another one
  std::shared_ptr<const std::string> data;      // null while something is wrong

  void put(std::string told, std::shared_ptr<const std::string> newest, std::uint64_t count);
};

// All that pages can watch: the simulation's own sensors, and topics of the network. What nobody
// watches is neither measured nor listened to, and what many watch is encoded once.
class Sources {
 public:
  // `network` may be null.
  Sources(std::shared_ptr<SensorInterest> interest, Network* network);

  // On the simulation's thread: keeps the newest measurements of what is watched, and none of a
  // world that is another one now or began anew.
  void take(const Frame& frame);

  // The rest on the server's. True when the list is another one than before.
  bool update(const Frame& frame);
  std::string list() const;  // the message `sources`

  void watch(const std::string& name);
  void unwatch(const std::string& name);
  SourceMessages newest(const std::string& name);

 private:
  // A measurement and where its sensor was.
  struct Measured {
    std::shared_ptr<const Reading> reading;
    Pose world_from_frame;
    Pose link_from_frame;
    std::uint64_t count = 0;  // how many there were
  };
  struct Watched {
    int count = 0;  // pages
    std::uint16_t number = 0;
    std::optional<std::pair<std::string, std::string>> sensor;  // its owner and name
    SensorInterest::Claim claim;
    std::shared_ptr<Network::View> view;
    SourceMessages messages;
    std::shared_ptr<const void>
        shown;  // what the messages are made of, kept: its address is its name
  };

  const Source* find(const std::string& name) const;
  void begin(const Source& source, Watched& watched);
  void encode_measured(const Source& source, Watched& watched, const Measured& measured);
  void encode_sight(const Source& source, Watched& watched,
                    const std::shared_ptr<const TopicSight>& seen);

  const std::shared_ptr<SensorInterest> interest_;
  Network* const network_;
  std::shared_ptr<const SensorList> sensors_;
  std::vector<Source> sources_;
  std::map<std::string, std::size_t, std::less<>> places_;  // of their names in the list
  std::map<std::string, Watched> watched_;
  std::map<std::string, std::uint16_t> numbers_;
  JpegEncoder jpeg_;

  // of the simulation's thread: which world, and how often it began
  std::pair<std::uint64_t, std::uint64_t> world_;

  std::mutex mutex_;                                                  // of what take() leaves
  std::map<std::pair<std::string, std::string>, Measured> measured_;  // by owner and sensor
};

}  // namespace tandem::web
