// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/camera_infos.h"

#include <gmock/gmock.h>

#include <limits>

namespace tandem {
namespace {

using sensor_msgs::msg::CameraInfo;
using testing::HasSubstr;

CameraInfo plain() {
  CameraInfo info;
  info.header.frame_id = "eye";
  info.width = 640;
  info.height = 480;
  info.distortion_model = "plumb_bob";
  info.k = {500, 0, 320, 0, 510, 240, 0, 0, 1};
  return info;
}

TEST(CameraInfos, AreBesideTheirPictures) {
  EXPECT_EQ(camera_info_topic_of("/overhead/image_raw"), "/overhead/camera_info");
  EXPECT_EQ(camera_info_topic_of("/overhead/image_raw/compressed"), "/overhead/camera_info");
  EXPECT_EQ(camera_info_topic_of("/a/b/color/image"), "/a/b/color/camera_info");
  EXPECT_EQ(camera_info_topic_of("/image"), "/camera_info");
}

TEST(CameraInfos, DescribeTheLens) {
  CameraInfo info = plain();
  info.d = {0.1, 0, 0, 0, 0};
  const auto told = told_camera(info, "/overhead/image_raw");
  ASSERT_TRUE(told);
  EXPECT_EQ(told->frame, "eye");
  EXPECT_EQ(told->lens, (PictureLens{640, 480, 500, 510, 320, 240, "plumb_bob", info.d}));

  // pictures that are freed of distortion have the lens of the projection
  info.p = {400, 0, 310, 0, 0, 410, 230, 0, 0, 0, 1, 0};
  EXPECT_EQ(told_camera(info, "/overhead/image_rect_color/compressed")->lens,
            (PictureLens{640, 480, 400, 410, 310, 230, "plumb_bob", {}}));
  EXPECT_EQ(told_camera(info, "/image_rect/image_raw")->lens.fx, 500);

  info.distortion_model = "equidistant";
  info.d = {0, 0, 0, 0};
  EXPECT_EQ(told_camera(info, "/image")->lens.model, "equidistant");
}

TEST(CameraInfos, ThatCannotBeAreRefused) {
  const auto mistake = [](const CameraInfo& info) {
    const auto told = told_camera(info, "/image");
    return told ? "" : told.error();
  };
  EXPECT_EQ(mistake(plain()), "");
  CameraInfo info = plain();
  info.k[0] = 0;
  EXPECT_THAT(mistake(info), HasSubstr("not calibrated"));
  info = plain();
  info.k[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(mistake(info), HasSubstr("not calibrated"));
  info = plain();
  info.width = 0;
  EXPECT_THAT(mistake(info), HasSubstr("pictures of 0 x 480"));
  info = plain();
  info.d = {1, 1};
  info.distortion_model = "thin_prism";
  EXPECT_THAT(mistake(info), HasSubstr("'thin_prism'"));
  info = plain();
  info.d.assign(14, 0.1);
  info.distortion_model = "rational_polynomial";
  EXPECT_THAT(mistake(info), HasSubstr("14 coefficients"));
  info.d.assign(5, std::numeric_limits<double>::infinity());
  EXPECT_THAT(mistake(info), HasSubstr("expected 8 numbers"));
}

}  // namespace
}  // namespace tandem
