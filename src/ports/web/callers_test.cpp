// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/callers.h"

#include <gmock/gmock.h>

namespace tandem::web {
namespace {

const std::vector<std::string> names{"localhost", "127.0.0.1", "[::1]"};

TEST(Callers, AreWelcomeByOurOwnNames) {
  for (const std::string host :
       {"localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080", "[::1]"})
    EXPECT_EQ(why_refused({.host = host, .origin = {}}, names), "") << host;
}

TEST(Callers, AreRefusedByOtherNames) {
  for (const std::string host : {"", "evil.example", "localhost.evil.example:8080", "127.0.0.2",
                                 "[::2]", "[", "local\nhost"})
    EXPECT_THAT(why_refused({.host = host, .origin = {}}, names),
                testing::HasSubstr("which is no name of this server"))
        << host;
}

TEST(Callers, PagesOfOtherOriginsGetNoWebSocket) {
  const auto refusal = [](const std::string& origin) {
    return why_refused({.host = "localhost:8080", .origin = origin, .is_websocket = true}, names);
  };
  EXPECT_EQ(refusal("http://localhost:8080"), "");
  EXPECT_EQ(refusal("https://LOCALHOST:8080"), "") << "behind something that adds TLS";
  EXPECT_EQ(refusal(""), "") << "programs that are no browsers have none";
  for (const std::string origin : {"http://localhost:9090", "http://evil.example", "null",
                                   "http://localhost:8080.evil.example", "file://"})
    EXPECT_THAT(refusal(origin), testing::HasSubstr("which is not ours")) << origin;
}

TEST(Callers, PagesMayOpenSocketsToTheirOwnHostAlone) {
  const auto sockets = [](std::string_view host) {
    const std::string policy = content_policy(host);
    const std::size_t begin = policy.find("connect-src");
    return policy.substr(begin, policy.find(';', begin) - begin);
  };
  EXPECT_EQ(sockets("localhost:8080"),
            "connect-src 'self' ws://localhost:8080 wss://localhost:8080");
  EXPECT_EQ(sockets("192.168.1.5:8443"),
            "connect-src 'self' ws://192.168.1.5:8443 wss://192.168.1.5:8443");
  EXPECT_EQ(sockets("LAB.local"), "connect-src 'self' ws://lab.local wss://lab.local");
  for (const std::string_view host : {"[::1]:8080", "", "localhost:8080 ws:", "localhost:", "*",
                                      "localhost:8080;script-src *", "localhost:80\r\nx: y"})
    EXPECT_EQ(sockets(host), "connect-src 'self'") << host;
}

TEST(Callers, LogLinesHaveNoControlCharacters) {
  EXPECT_EQ(why_refused({.host = "a\x1b[31m\nb", .origin = {}}, names),
            "a request to 'a?[31m?b', which is no name of this server");
}

TEST(Callers, AddressesOfTheSixthVersionHaveBracketsInLinks) {
  EXPECT_EQ(name_of_address("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(name_of_address("::1"), "[::1]");
}

TEST(Callers, NamesOfThisMachineAreOfTheAddressThatItListensAt) {
  EXPECT_THAT(names_of_this_machine("127.0.0.1"), testing::UnorderedElementsAreArray(names));
  EXPECT_THAT(names_of_this_machine("::1"), testing::UnorderedElementsAreArray(names));
  EXPECT_THAT(names_of_this_machine("127.0.0.2"),
              testing::UnorderedElementsAre("localhost", "127.0.0.1", "[::1]", "127.0.0.2"));
  EXPECT_THAT(names_of_this_machine("0.0.0.0"), testing::IsSupersetOf(names));
}

TEST(Callers, TheAddressThatLeadsOutIsOneOfThisMachine) {
  const std::optional<std::string> address = outward_address();
  if (!address) GTEST_SKIP() << "no route leads out of this machine";
  EXPECT_THAT(names_of_this_machine("0.0.0.0"), testing::Contains(*address));
  EXPECT_FALSE(is_loopback(*address));
}

}  // namespace
}  // namespace tandem::web
