// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "ports/web/commands.h"

// What pages ask about faults.
namespace tandem::web {

namespace {

constexpr std::size_t most_words = 32;

Answer answer_of(const Result<std::string>& answer) {
  if (answer) return {.data = {{"name", *answer}}};
  return {.is_done = false, .reason = answer.error(), .data = {}};
}

nlohmann::json json_of(const FaultKindInfo& kind) {
  nlohmann::json parameters = nlohmann::json::array();
  for (const FaultParameter& parameter : kind.parameters)
    parameters.push_back({{"name", parameter.name},
                          {"standard", parameter.standard},
                          {"low", parameter.low},
                          {"high", parameter.high},
                          {"text", parameter.text}});
  return {{"name", kind.name},
          {"subject", name_of(kind.subject)},
          {"text", kind.text},
          {"parameters", parameters}};
}

// {"kind": "latency", "delay_s": 0.3}: texts and numbers by name.
FaultWords words_of(const nlohmann::json& object) {
  if (!object.is_object()) throw BadField("'words' takes texts and numbers by name");
  if (object.size() > most_words)
    throw BadField(fmt::format("'words' takes at most {}", most_words));
  FaultWords words;
  for (const auto& [word, value] : object.items()) {
    if (!value.is_string() && !value.is_number())
      throw BadField(fmt::format("'{}' takes a text or a number", word));
    words.emplace_back(word, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return words;
}

}  // namespace

void CommandDesk::fault_kinds(const Fields&, const Reply& reply) {
  nlohmann::json kinds = nlohmann::json::array();
  for (const FaultKindInfo& kind : all_fault_kinds()) kinds.push_back(json_of(kind));
  reply({.data = {{"kinds", kinds}, {"processes", faults_.processes()}}});
}

void CommandDesk::inject_fault(const Fields& fields, const Reply& reply) {
  Result<Fault> fault = read_fault(words_of(fields.value("words")));
  if (!fault) throw BadField(fault.error());
  faults_.inject(*std::move(fault),
                 [reply](const Result<std::string>& answer) { reply(answer_of(answer)); });
}

void CommandDesk::clear_fault(const Fields& fields, const Reply& reply) {
  faults_.clear(fields.text("name"),
                [reply](const Result<std::string>& answer) { reply(answer_of(answer)); });
}

}  // namespace tandem::web
