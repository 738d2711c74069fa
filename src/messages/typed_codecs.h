// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "messages/action.h"
#include "messages/big_endian_writer.h"
#include "messages/cdr.h"

namespace tandem {

using Cdr = std::vector<std::byte>;

// For tests: from_cdr and to_cdr of one type, behind functions that do not know the type.
struct TypedCodec {
  std::string_view type;
  Cdr (*encode_default)();
  std::optional<Cdr> (*recode)(std::span<const std::byte>);         // decode, encode
  std::optional<Cdr> (*to_big_endian)(std::span<const std::byte>);  // decode, encode
};

// Collects the types of packages from the lists in their headers.
struct TypedCodecs {
  std::vector<TypedCodec> all;

  template <Message... M>
  void add(TypeList<M...>) {
    (add_message<M>(), ...);
  }
  template <Service... S>
  void add(TypeList<S...>) {
    (add_service<S>(), ...);
  }
  template <Action... A>
  void add(TypeList<A...>) {
    (add_action<A>(), ...);
  }

 private:
  template <Message M>
  void add_message() {
    all.push_back({M::type_name, [] { return to_cdr(M{}); },
                   [](std::span<const std::byte> cdr) -> std::optional<Cdr> {
                     const Result<M> message = from_cdr<M>(cdr);
                     if (!message) return std::nullopt;
                     return to_cdr(*message);
                   },
                   [](std::span<const std::byte> cdr) -> std::optional<Cdr> {
                     const Result<M> message = from_cdr<M>(cdr);
                     if (!message) return std::nullopt;
                     BigEndianWriter writer;
                     write_cdr(writer, *message);
                     return writer.cdr;
                   }});
  }
  template <Service S>
  void add_service() {
    add_message<typename S::Request>();
    add_message<typename S::Response>();
  }
  template <Action A>
  void add_action() {
    add_message<typename A::Goal>();
    add_message<typename A::Result>();
    add_message<typename A::Feedback>();
    add_message<FeedbackMessage<A>>();
    add_service<SendGoal<A>>();
    add_service<GetResult<A>>();
  }
};

// Holds them to the golden samples of their types, and expects to find `samples`.
void expect_golden(const TypedCodecs& codecs, int samples);

}  // namespace tandem
