// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/adapt_qos.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

EndpointInfo publisher(const Qos& qos) { return {.qos = qos, .is_publisher = true}; }

TEST(AdaptQos, AsksForAllThatTheOnlyPublisherOffers) {
  const AdaptedQos latched = adapt_to_publishers({publisher(qos::latched)}, {});
  EXPECT_TRUE(latched.qos.requests_reliable);
  EXPECT_TRUE(latched.qos.is_latched);
  EXPECT_THAT(latched.notes, IsEmpty());

  const AdaptedQos sensor = adapt_to_publishers({publisher(qos::best_effort)}, {});
  EXPECT_FALSE(sensor.qos.requests_reliable);
  EXPECT_FALSE(sensor.qos.is_latched);
}

TEST(AdaptQos, AsksForWhatAllOfSeveralOfferAndSaysSo) {
  const AdaptedQos adapted =
      adapt_to_publishers({publisher(qos::latched), publisher(qos::best_effort)}, {});
  EXPECT_FALSE(adapted.qos.requests_reliable);
  EXPECT_FALSE(adapted.qos.is_latched);
  EXPECT_THAT(adapted.notes, ElementsAre(HasSubstr("1 of 2 publishers offer reliable delivery"),
                                         HasSubstr("1 of 2 publishers offer their last messages")));
}

TEST(AdaptQos, TakesWhatMatchesAnybodyWhileNobodyIsThere) {
  const AdaptedQos adapted = adapt_to_publishers({}, {});
  EXPECT_FALSE(adapted.qos.requests_reliable);
  EXPECT_FALSE(adapted.qos.is_latched);
  EXPECT_THAT(adapted.notes, IsEmpty());
}

TEST(AdaptQos, DoesWhatThePersonChose) {
  const AdaptedQos adapted =
      adapt_to_publishers({publisher(qos::best_effort)},
                          {.is_reliable = true, .is_latched = true, .keeps_all = true, .depth = 7});
  EXPECT_TRUE(adapted.qos.requests_reliable);
  EXPECT_TRUE(adapted.qos.is_latched);
  EXPECT_TRUE(adapted.qos.keeps_all);
  EXPECT_EQ(adapted.qos.depth, 7);
}

TEST(AdaptQos, PublishersAreReliableUnlessChosenOtherwise) {
  EXPECT_EQ(publisher_qos({}), qos::reliable);
  EXPECT_FALSE(publisher_qos({.is_reliable = false}).offers_reliable);
  EXPECT_TRUE(publisher_qos({.is_latched = true}).is_latched);
}

TEST(AdaptQos, ProfilesHaveTheNamesOfRos) {
  EXPECT_EQ(find_qos_profile("sensor_data"),
            (QosChoice{.is_reliable = false, .is_latched = false, .depth = 5}));
  EXPECT_FALSE(find_qos_profile("sensors"));
  for (const std::string& name : qos_profile_names()) EXPECT_TRUE(find_qos_profile(name)) << name;
}

}  // namespace
}  // namespace tandem
