// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "messages/simulation_interfaces.h"
#include "world/edit.h"

namespace tandem {

using ServiceResult = simulation_interfaces::msg::Result;

inline ServiceResult ok() { return {ServiceResult::RESULT_OK, ""}; }
// The sentence is for a person, the code for a program.
inline ServiceResult failed(std::uint8_t code, std::string sentence) {
  return {code, std::move(sentence)};
}
inline ServiceResult failed(std::string sentence) {
  return {ServiceResult::RESULT_OPERATION_FAILED, std::move(sentence)};
}
inline ServiceResult failed(const EditOutcome& outcome) {
  return {outcome.result == EditResult::not_found ? ServiceResult::RESULT_NOT_FOUND
                                                  : ServiceResult::RESULT_OPERATION_FAILED,
          outcome.reason};
}
inline ServiceResult to_result(const EditOutcome& outcome) {
  return outcome.result == EditResult::done ? ok() : failed(outcome);
}
inline bool is_ok(const ServiceResult& result) { return result.result == ServiceResult::RESULT_OK; }

}  // namespace tandem
