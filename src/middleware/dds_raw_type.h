// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <functional>
#include <span>
#include <string>

#include "middleware/transport.h"

namespace eprosima::fastdds::dds {
class DataReader;
struct SampleInfo;
}  // namespace eprosima::fastdds::dds

namespace tandem {

// What Fast DDS takes for a sample: bytes that are already serialised.
struct RawSample {
  std::span<const std::byte> header;  // goes out between encapsulation and the rest of the message
  std::span<const std::byte> outgoing;
  SharedBytes incoming;
};

// The next message that arrived at a reader; false when there is none. What is too short to be a
// message is left out.
bool take_message(eprosima::fastdds::dds::DataReader& reader, RawSample& sample,
                  eprosima::fastdds::dds::SampleInfo& info);

// One type for every message: the bytes pass through, only the name differs.
class RawType : public eprosima::fastdds::dds::TopicDataType {
 public:
  explicit RawType(const std::string& dds_name);

  bool serialize(void* data, eprosima::fastrtps::rtps::SerializedPayload_t* payload) override;
  bool deserialize(eprosima::fastrtps::rtps::SerializedPayload_t* payload, void* data) override;
  std::function<std::uint32_t()> getSerializedSizeProvider(void* data) override;
  void* createData() override;
  void deleteData(void* data) override;
  bool getKey(void* data, eprosima::fastrtps::rtps::InstanceHandle_t* handle,
              bool force_md5) override;
};

}  // namespace tandem
