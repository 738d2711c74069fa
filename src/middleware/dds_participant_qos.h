// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fastdds/dds/domain/qos/DomainParticipantQos.hpp>

#include "middleware/dds_participant.h"

namespace tandem {

// Name of the flow controller for large messages.
inline constexpr const char* paced_flow = "tandem_paced";

// How a participant finds its peers and talks to them. Throws DdsError.
eprosima::fastdds::dds::DomainParticipantQos participant_qos(
    const DdsOptions& options, DdsParticipant::Role role,
    const std::shared_ptr<DdsTraffic>& traffic,
    const std::shared_ptr<DdsAcquaintance>& acquaintance);

}  // namespace tandem
