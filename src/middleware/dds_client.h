// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "middleware/dds_domain.h"

namespace tandem {

// A service's client. It asks in the dialect of the server it has found.
class DdsClient : public RawClient {
 public:
  DdsClient(std::shared_ptr<DdsDomain> domain, DdsGraph::NodeId node, const std::string& service,
            const ServiceTypeId& type, OnResponse on_response);
  ~DdsClient() override;

  std::int64_t request(std::span<const std::byte> request) override;
  bool is_server_ready() const override;

 private:
  class Listener;

  const std::shared_ptr<DdsDomain> domain_;
  std::shared_ptr<Listener> listener_;
  DdsParticipant* participant_ = nullptr;
  Gid writer_gid_{};
  Gid reader_gid_{};
};

}  // namespace tandem
