// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "calibration/projector_calibration.h"
#include "ports/desk/edit_desk.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/network.h"
#include "ports/desk/run_handles.h"
#include "ports/web/server.h"
#include "simulation/frame.h"

namespace tandem {

struct WebOptions {
  web::ServerOptions server;
  std::string token;  // who has it may act
  std::filesystem::path page_folder;
  std::string version;
  std::string host;  // by which other machines reach it, for the link of headsets; may be empty
  std::vector<ProjectorCalibration> projectors;  // that pages at /projector show the floor through
};

// The run as people see it in browsers (docs/protocol.md): files and a WebSocket, from a thread of
// its own. Whoever reaches it may look; acting needs the token.
class WebPort : public Sink {
 public:
  // `network` may be null, and must outlive this.
  WebPort(const RunHandles& run, Network* network, const WebOptions& options);
  ~WebPort() override;

  void publish(std::shared_ptr<const Frame> frame) override;

  std::uint16_t port() const;
  std::optional<std::uint16_t> tls_port() const;
  // From the arrival of each pose to the moment when a page had drawn it, since the last call; as
  // pages say.
  std::vector<double> take_pose_to_page_ms();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tandem
