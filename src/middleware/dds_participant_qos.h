// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fastdds/dds/domain/qos/DomainParticipantQos.hpp>
#include <memory>

#include "middleware/dds_participant.h"
#include "middleware/dds_place.h"
#include "middleware/dds_udp.h"

namespace tandem {

// Name of the flow controller for large messages.
inline constexpr const char* paced_flow = "tandem_paced";

struct ParticipantSetup {
  eprosima::fastdds::dds::DomainParticipantQos qos;
  std::unique_ptr<DdsPlace> place;  // held as long as the participant is there
};

// How a participant finds its peers and talks to them. Throws DdsError.
ParticipantSetup participant_setup(const DdsOptions& options, DdsParticipant::Role role,
                                   DdsUdpParts parts);

}  // namespace tandem
