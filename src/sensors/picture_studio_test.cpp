// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/picture_studio.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "world/world.h"

namespace tandem {
namespace {

// Begins pictures and does not end them before it is allowed to.
struct Held {
  std::counting_semaphore<> begun{0};
  std::counting_semaphore<> allowed{0};
};

class HeldRenderer : public Renderer {
 public:
  explicit HeldRenderer(Held& held) : held_(held) {}
  void update(const RenderScene&) override {}
  std::optional<Error> render(const CameraView&, CameraImage&) override {
    held_.begun.release();
    held_.allowed.acquire();
    return {};
  }
  std::string_view name() const override { return "held"; }

 private:
  Held& held_;
};

class OneView : public PictureTaker {
 public:
  std::vector<CameraView> views(const Pose&, Streams) const override { return {CameraView{}}; }
  Measurement develop(std::uint64_t, std::vector<CameraImage>, ThreadPool*) const override {
    return CameraReading{};
  }
};

class Studio : public ::testing::Test {
 protected:
  void SetUp() override { studio_.set_stage({RenderScene(WorldDescription{}), RayWorld()}); }

  void order(std::uint64_t index) {
    const auto snapshot =
        std::make_shared<const Snapshot>(Snapshot{world_.share_entities(), {}, nullptr});
    studio_.order(snapshot, {{camera_, {}, index, std::make_shared<const OneView>(), {}}});
  }

  std::vector<std::uint64_t> finished() {
    std::vector<std::uint64_t> indices;
    for (const auto& reading : studio_.take_finished()) indices.push_back(reading->index);
    return indices;
  }

  Held held_;
  World world_{PhysicsConfig{}};
  std::shared_ptr<const SensorInfo> camera_ = std::make_shared<const SensorInfo>();
  PictureStudio studio_{
      [this](std::shared_ptr<RayWorld>, ThreadPool*) {
        return Result<std::unique_ptr<Renderer>>(std::make_unique<HeldRenderer>(held_));
      },
      1};
};

using Indices = std::vector<std::uint64_t>;

TEST_F(Studio, ASlowPictureHoldsNobodyAndOnlyTheNewestOrderWaits) {
  order(1);
  held_.begun.acquire();
  // the first one is never done before it is allowed to, and yet all of this goes on
  for (const std::uint64_t index : {2, 3, 4}) order(index);
  EXPECT_EQ(finished(), Indices{});
  EXPECT_EQ(studio_.dropped(), 2u);
  held_.allowed.release(2);
  studio_.finish();
  EXPECT_EQ(finished(), (Indices{1, 4}));
  EXPECT_EQ(studio_.dropped(), 2u);
}

TEST_F(Studio, CamerasDoNotTakeEachOthersPlaces) {
  order(1);
  held_.begun.acquire();
  camera_ = std::make_shared<const SensorInfo>();
  order(2);
  camera_ = std::make_shared<const SensorInfo>();
  order(3);
  held_.allowed.release(3);
  studio_.finish();
  EXPECT_EQ(finished(), (Indices{1, 2, 3}));
  EXPECT_EQ(studio_.dropped(), 0u);
}

// On a machine that is too slow a camera with a high rate orders again before its turn has come.
TEST_F(Studio, ANewerOrderKeepsTheTurnOfTheOneItReplaces) {
  order(1);
  held_.begun.acquire();
  const auto slow = camera_, fast = std::make_shared<const SensorInfo>();
  camera_ = fast;
  order(2);
  camera_ = slow;
  order(3);
  camera_ = fast;
  order(4);
  held_.allowed.release(3);
  studio_.finish();
  EXPECT_EQ(finished(), (Indices{1, 4, 3}));
  EXPECT_EQ(studio_.dropped(), 1u);
}

TEST_F(Studio, ForgetsWhatWasOrderedOfAWorldThatIsGone) {
  order(1);
  held_.begun.acquire();
  order(2);
  studio_.forget_orders();
  held_.allowed.release(2);  // one is for the order to come
  order(3);
  studio_.finish();
  EXPECT_EQ(finished(), Indices{3});
  EXPECT_EQ(studio_.dropped(), 0u);
}

TEST_F(Studio, WithoutARendererSaysWhyAndGoesOn) {
  PictureStudio blind(
      [](std::shared_ptr<RayWorld>, ThreadPool*) -> Result<std::unique_ptr<Renderer>> {
        return Error{"there is no GPU"};
      },
      1);
  EXPECT_EQ(blind.renderer_name().error(), "there is no GPU");
  blind.order(std::make_shared<const Snapshot>(),
              {{camera_, {}, 1, std::make_shared<const OneView>(), {}}});
  blind.finish();
  EXPECT_TRUE(blind.take_finished().empty());
}

}  // namespace
}  // namespace tandem
