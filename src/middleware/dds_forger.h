// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "middleware/dds_graph.h"

namespace tandem::testing_dds {

using Packet = std::vector<std::byte>;

// Writes RTPS as the specification has it, little endian.
class RtpsWriter {
 public:
  explicit RtpsWriter(const GidPrefix& source) {
    for (const char letter : {'R', 'T', 'P', 'S'}) u8(static_cast<std::uint8_t>(letter));
    for (const int octet : {2, 3, 0x01, 0x10}) u8(static_cast<std::uint8_t>(octet));  // as Cyclone
    bytes(source);
  }

  RtpsWriter& u8(std::uint8_t value) {
    packet_.push_back(static_cast<std::byte>(value));
    return *this;
  }
  RtpsWriter& u16(std::uint16_t value) { return number(value, 2); }
  RtpsWriter& u32(std::uint32_t value) { return number(value, 4); }
  RtpsWriter& bytes(std::span<const std::uint8_t> values) {
    for (const std::uint8_t value : values) u8(value);
    return *this;
  }
  RtpsWriter& entity(std::uint32_t id) {
    for (int shift = 24; shift >= 0; shift -= 8) u8(static_cast<std::uint8_t>(id >> shift));
    return *this;
  }
  RtpsWriter& sequence(std::uint64_t value) {
    u32(static_cast<std::uint32_t>(value >> 32));
    return u32(static_cast<std::uint32_t>(value));
  }

  // Submessages and parameters have their length written when they end.
  RtpsWriter& begin(std::uint8_t kind, std::uint8_t flags) {
    u8(kind).u8(flags | 1).u16(0);
    starts_.push_back(packet_.size());
    return *this;
  }
  RtpsWriter& begin_parameter(std::uint16_t id) {
    u16(id).u16(0);
    starts_.push_back(packet_.size());
    return *this;
  }
  RtpsWriter& end() {
    while ((packet_.size() - starts_.back()) % 4 != 0) u8(0);
    const std::size_t length = packet_.size() - starts_.back();
    packet_[starts_.back() - 2] = static_cast<std::byte>(length);
    packet_[starts_.back() - 1] = static_cast<std::byte>(length >> 8);
    starts_.pop_back();
    return *this;
  }

  RtpsWriter& parameter(std::uint16_t id, std::initializer_list<std::uint32_t> values) {
    begin_parameter(id);
    for (const std::uint32_t value : values) u32(value);
    return end();
  }
  RtpsWriter& text_parameter(std::uint16_t id, const std::string& text) {
    begin_parameter(id);
    u32(static_cast<std::uint32_t>(text.size() + 1));
    for (const char letter : text) u8(static_cast<std::uint8_t>(letter));
    u8(0);
    return end();
  }
  RtpsWriter& guid_parameter(std::uint16_t id, const GidPrefix& prefix, std::uint32_t entity_id) {
    return begin_parameter(id).bytes(prefix).entity(entity_id).end();
  }
  RtpsWriter& locator_parameter(std::uint16_t id, std::uint16_t port) {
    begin_parameter(id).u32(1).u32(port);
    for (int i = 0; i < 12; ++i) u8(0);
    for (const int octet : {127, 0, 0, 1}) u8(static_cast<std::uint8_t>(octet));
    return end();
  }

  const Packet& packet() const { return packet_; }

 private:
  RtpsWriter& number(std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) u8(static_cast<std::uint8_t>(value >> 8 * i));
    return *this;
  }

  Packet packet_;
  std::vector<std::size_t> starts_;
};

// A participant made by hand that a real one takes for a peer: it announces itself with a writer
// and a reader on one topic, and can say anything in their name.
class Forger {
 public:
  static constexpr std::uint32_t writer = 0x00000103;
  static constexpr std::uint32_t reader = 0x00000204;
  static constexpr std::uint32_t participant_announcer = 0x000100c2;
  static constexpr std::uint32_t participant_detector = 0x000100c7;
  static constexpr std::uint32_t writer_announcer = 0x000003c2;
  static constexpr std::uint32_t writer_detector = 0x000003c7;
  static constexpr std::uint32_t reader_announcer = 0x000004c2;
  static constexpr std::uint32_t reader_detector = 0x000004c7;

  Forger(int domain, std::uint32_t seed) : domain_(domain), file_(socket(AF_INET, SOCK_DGRAM, 0)) {
    prefix_ = {0x01, 0x10, 0x66, 0x6f, 0x72, 0x67, 0x65};
    for (int i = 0; i < 4; ++i)
      prefix_[8 + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(seed >> 8 * i);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(file_, reinterpret_cast<sockaddr*>(&own), sizeof own);
    socklen_t size = sizeof own;
    getsockname(file_, reinterpret_cast<sockaddr*>(&own), &size);
    port_ = ntohs(own.sin_port);
    timeval patience{.tv_sec = 0, .tv_usec = 100'000};
    setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Forger() { close(file_); }
  Forger(const Forger&) = delete;
  Forger& operator=(const Forger&) = delete;

  const GidPrefix& prefix() const { return prefix_; }

  void send(const Packet& packet, std::uint16_t port) const {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sendto(file_, packet.data(), packet.size(), 0, reinterpret_cast<sockaddr*>(&to), sizeof to);
  }

  Packet receive() const {
    Packet packet(65'536);
    const ssize_t size = recv(file_, packet.data(), packet.size(), 0);
    packet.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return packet;
  }

  // Where the first participants of the domain hear about others, and where they hear data.
  std::uint16_t discovery_port(int place) const {
    return static_cast<std::uint16_t>(7400 + 250 * domain_ + 10 + 2 * place);
  }
  std::uint16_t data_port(int place) const {
    return static_cast<std::uint16_t>(discovery_port(place) + 1);
  }

  Packet announce_participant() const {
    RtpsWriter out(prefix_);
    out.begin(0x09, 0).u32(1).u32(0).end();  // a time stamp
    begin_data(out, participant_announcer, participant_detector, 1);
    out.parameter(0x0015, {0x0302}).parameter(0x0016, {0x1001});  // version, vendor
    out.guid_parameter(0x0050, prefix_, 0x000001c1);
    out.parameter(0x0058, {0x00000c3f});  // which builtin endpoints it has
    out.parameter(0x0002, {2, 0});        // lease
    out.locator_parameter(0x0031, port_).locator_parameter(0x0032, port_);
    out.begin_parameter(0x002c).u32(10);
    for (const char letter : std::string("enclave=/;")) out.u8(static_cast<std::uint8_t>(letter));
    out.end();
    out.begin_parameter(0x0059).u32(1);  // properties
    for (const std::string text : {"name", "value"}) {
      out.u32(static_cast<std::uint32_t>(text.size() + 1));
      for (const char letter : text) out.u8(static_cast<std::uint8_t>(letter));
      for (std::size_t i = text.size(); i % 4 != 0 || i == text.size(); ++i) out.u8(0);
    }
    out.end();
    return end_data(out);
  }

  Packet announce_endpoint(bool is_writer, const std::string& topic, const std::string& type,
                           std::uint64_t number = 1) const {
    RtpsWriter out(prefix_);
    begin_data(out, is_writer ? writer_announcer : reader_announcer,
               is_writer ? writer_detector : reader_detector, number);
    out.guid_parameter(0x005a, prefix_, is_writer ? writer : reader);
    out.guid_parameter(0x0050, prefix_, 0x000001c1);
    out.text_parameter(0x0005, topic).text_parameter(0x0007, type);
    out.parameter(0x001a, {2, 0, 0});  // reliable
    out.parameter(0x001d, {0});        // volatile
    out.parameter(0x0023, {0x7fffffff, 0xffffffff});
    out.parameter(0x001b, {0, 0x7fffffff, 0xffffffff});
    out.begin_parameter(0x002c).u32(13);
    for (const char letter : std::string("typehash=abc;"))
      out.u8(static_cast<std::uint8_t>(letter));
    out.end();
    return end_data(out);
  }

  Packet heartbeat(std::uint32_t from, std::uint32_t to, std::uint64_t first, std::uint64_t last,
                   std::uint32_t count) const {
    RtpsWriter out(prefix_);
    out.begin(0x07, 0).entity(to).entity(from).sequence(first).sequence(last).u32(count).end();
    return out.packet();
  }

  Packet acknack(std::uint32_t from, std::uint32_t to, std::uint64_t base, std::uint32_t bits,
                 std::uint32_t count) const {
    RtpsWriter out(prefix_);
    out.begin(0x06, 0).entity(from).entity(to).sequence(base).u32(32).u32(bits).u32(count).end();
    return out.packet();
  }

  Packet gap(std::uint32_t from, std::uint32_t to, std::uint64_t start, std::uint64_t base) const {
    RtpsWriter out(prefix_);
    out.begin(0x08, 0).entity(to).entity(from).sequence(start).sequence(base).u32(0).end();
    return out.packet();
  }

  Packet data(std::uint64_t number, std::size_t size, bool has_identity) const {
    RtpsWriter out(prefix_);
    out.begin(0x09, 0).u32(1).u32(0).end();
    out.begin(0x15, has_identity ? 0x06 : 0x04);
    out.u16(0).u16(16).entity(0).entity(writer).sequence(number);
    if (has_identity) {
      out.begin_parameter(0x800f).bytes(prefix_).entity(reader).sequence(number).end();
      out.parameter(0x0071, {0}).u16(1).u16(0);
    }
    out.u32(0x00000100);
    for (std::size_t i = 0; i < size; ++i) out.u8(static_cast<std::uint8_t>(i));
    return out.end().packet();
  }

  Packet fragment(std::uint64_t number, std::uint32_t first, std::uint16_t count,
                  std::uint16_t fragment_size, std::uint32_t sample_size) const {
    RtpsWriter out(prefix_);
    out.begin(0x16, 0).u16(0).u16(28).entity(0).entity(writer).sequence(number);
    out.u32(first).u16(count).u16(fragment_size).u32(sample_size);
    for (int i = 0; i < fragment_size * count; ++i) out.u8(static_cast<std::uint8_t>(i));
    return out.end().packet();
  }

  Packet nack_fragments(std::uint32_t to, std::uint64_t number, std::uint32_t base,
                        std::uint32_t bits, std::uint32_t count) const {
    RtpsWriter out(prefix_);
    out.begin(0x12, 0).entity(reader).entity(to).sequence(number);
    out.u32(base).u32(32).u32(bits).u32(count).end();
    return out.packet();
  }

  // As a peer says that it, or one of its endpoints, is gone: by the key alone, as Cyclone does.
  Packet dispose(std::uint32_t from, std::uint32_t to, std::uint16_t key, std::uint32_t entity,
                 std::uint64_t number) const {
    RtpsWriter out(prefix_);
    out.begin(0x15, 0x0a).u16(0).u16(16).entity(to).entity(from).sequence(number);
    out.begin_parameter(0x0071);
    for (const int octet : {0, 0, 0, 3}) out.u8(static_cast<std::uint8_t>(octet));
    out.end().u16(1).u16(0);
    out.u32(0x00000300).guid_parameter(key, prefix_, entity).u16(1).u16(0);
    return out.end().packet();
  }

  Packet statistics(bool is_last) const {
    RtpsWriter out(prefix_);
    out.begin(0x80, 0);
    for (int i = 0; i < 14; ++i) out.u32(0);
    out.end();
    if (!is_last) out.begin(0x09, 0x02).end();
    Packet packet = out.packet();
    packet[7] = std::byte{0x0f};  // only Fast DDS's own are looked at
    return packet;
  }

 private:
  static void begin_data(RtpsWriter& out, std::uint32_t from, std::uint32_t to,
                         std::uint64_t number) {
    out.begin(0x15, 0x04).u16(0).u16(16).entity(to).entity(from).sequence(number);
    out.u32(0x00000300);  // a list of parameters
  }
  static Packet end_data(RtpsWriter& out) { return out.u16(1).u16(0).end().packet(); }

  const int domain_;
  const int file_;
  GidPrefix prefix_{};
  std::uint16_t port_ = 0;
};

// Damages packets in the ways that hurt parsers.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_()) % limit; }

  Packet mutate(Packet packet) {
    for (std::uint32_t changes = 1 + below(3); changes > 0 && packet.size() > 24; --changes) {
      const std::size_t place = 20 + below(static_cast<std::uint32_t>(packet.size() - 20));
      const std::size_t word = place & ~std::size_t{3};
      constexpr std::uint32_t edges[] = {0,          1,          2,          3,      4,
                                         0x7f,       0x80,       0xff,       0xffff, 0x7fffffff,
                                         0x80000000, 0xffffffff, 0xfffffffc, 0x10000};
      switch (below(7)) {
        case 0:
          packet[place] ^= static_cast<std::byte>(1 << below(8));
          break;
        case 1:
          packet[place] = static_cast<std::byte>(random_());
          break;
        case 2:
          if (word + 4 <= packet.size()) {
            const std::uint32_t value = edges[below(std::size(edges))];
            std::memcpy(&packet[word], &value, 4);
          }
          break;
        case 3:
          if (word + 2 <= packet.size()) {
            const auto value = static_cast<std::uint16_t>(edges[below(std::size(edges))]);
            std::memcpy(&packet[word + 2 * below(2)], &value, 2);
          }
          break;
        case 4:
          packet.resize(place);
          break;
        case 5:
          packet.insert(packet.begin() + static_cast<std::ptrdiff_t>(place), 1 + below(40),
                        static_cast<std::byte>(random_()));
          break;
        case 6: {
          const std::size_t length = std::min<std::size_t>(1 + below(40), packet.size() - place);
          packet.erase(packet.begin() + static_cast<std::ptrdiff_t>(place),
                       packet.begin() + static_cast<std::ptrdiff_t>(place + length));
          break;
        }
      }
    }
    return packet;
  }

 private:
  std::mt19937 random_;
};

}  // namespace tandem::testing_dds
