// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_raw_type.h"

#include <cstring>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <memory>
#include <vector>

namespace tandem {

namespace {

constexpr std::size_t encapsulation_size = 4;
constexpr std::uint32_t usual_size = 512;  // reserved per sample; larger ones grow

}  // namespace

bool take_message(eprosima::fastdds::dds::DataReader& reader, RawSample& sample,
                  eprosima::fastdds::dds::SampleInfo& info) {
  while (reader.take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK)
    if (info.valid_data && sample.incoming && sample.incoming->size() >= encapsulation_size)
      return true;
  return false;
}

RawType::RawType(const std::string& dds_name) {
  setName(dds_name.c_str());
  m_typeSize = usual_size;
  m_isGetKeyDefined = false;
  auto_fill_type_object(false);
  auto_fill_type_information(false);
}

bool RawType::serialize(void* data, eprosima::fastrtps::rtps::SerializedPayload_t* payload) {
  const auto& sample = *static_cast<const RawSample*>(data);
  const std::size_t size = sample.header.size() + sample.outgoing.size();
  if (sample.outgoing.size() < encapsulation_size || payload->max_size < size) return false;

  auto* out = payload->data;
  std::memcpy(out, sample.outgoing.data(), encapsulation_size);
  out += encapsulation_size;
  if (!sample.header.empty()) std::memcpy(out, sample.header.data(), sample.header.size());
  out += sample.header.size();
  const auto rest = sample.outgoing.subspan(encapsulation_size);
  if (!rest.empty()) std::memcpy(out, rest.data(), rest.size());
  payload->length = static_cast<std::uint32_t>(size);
  payload->encapsulation = CDR_LE;
  return true;
}

bool RawType::deserialize(eprosima::fastrtps::rtps::SerializedPayload_t* payload, void* data) {
  const auto* bytes = reinterpret_cast<const std::byte*>(payload->data);
  static_cast<RawSample*>(data)->incoming =
      std::make_shared<const std::vector<std::byte>>(bytes, bytes + payload->length);
  return true;
}

std::function<std::uint32_t()> RawType::getSerializedSizeProvider(void* data) {
  const auto& sample = *static_cast<const RawSample*>(data);
  return [size = sample.header.size() + sample.outgoing.size()] {
    return static_cast<std::uint32_t>(size);
  };
}

void* RawType::createData() { return new RawSample; }

void RawType::deleteData(void* data) { delete static_cast<RawSample*>(data); }

bool RawType::getKey(void*, eprosima::fastrtps::rtps::InstanceHandle_t*, bool) { return false; }

}  // namespace tandem
