// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "middleware/dds_domain.h"

namespace tandem {

// A service's server. It answers each client in the dialect in which it asked, and holds an answer
// back until the client's reader is known here; without that DDS would not deliver it.
class DdsServer : public RawServer {
 public:
  DdsServer(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node, const std::string& service,
            const ServiceTypeId& type, OnRequest on_request);
  ~DdsServer() override;

  void respond(const RequestId& id, std::span<const std::byte> response) override;

 private:
  class Listener;

  const std::shared_ptr<DdsDomain> domain_;
  std::shared_ptr<Listener> listener_;
  DdsParticipant* participant_ = nullptr;
  Gid writer_gid_{};
  Gid reader_gid_{};
};

}  // namespace tandem
