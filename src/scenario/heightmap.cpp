// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/heightmap.h"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <tuple>

#include "scenario/image.h"

namespace tandem {

namespace {

std::shared_ptr<const Heightfield> field_from(const GrayImage& image, const Vec3& size_m) {
  auto field = std::make_shared<Heightfield>();
  field->columns = image.width;
  field->rows = image.height;
  field->size_x_m = size_m.x;
  field->size_y_m = size_m.y;
  field->heights_m.reserve(image.pixels.size());
  const double unit = size_m.z / 65535;
  for (int row = image.height; row-- > 0;) {
    const std::uint16_t* pixels =
        image.pixels.data() + static_cast<std::ptrdiff_t>(row) * image.width;
    for (int column = 0; column < image.width; ++column)
      field->heights_m.push_back(static_cast<float>(unit * pixels[column]));
  }
  return field;
}

}  // namespace

std::shared_ptr<const Heightfield> load_heightmap(const std::filesystem::path& file,
                                                  const Vec3& size_m, const Place& place,
                                                  Findings& findings) {
  // a world names its terrain twice, to be seen and to be driven on
  using Key = std::tuple<std::string, std::filesystem::file_time_type, double, double, double>;
  static std::mutex mutex;
  static std::map<Key, std::weak_ptr<const Heightfield>> in_use;
  std::error_code ignored;
  const Key key{std::filesystem::absolute(file).string(),
                std::filesystem::last_write_time(file, ignored), size_m.x, size_m.y, size_m.z};
  const std::lock_guard lock(mutex);
  if (const auto known = in_use[key].lock()) return known;

  const Result<GrayImage> image = read_gray_image(file);
  if (!image) {
    findings.error(place, fmt::format("'{}' {}", file.string(), image.error()));
    return nullptr;
  }
  if (image->width < 2 || image->height < 2) {
    findings.error(place, fmt::format("'{}' has {} by {} pixels, expected 2 by 2 or more",
                                      file.string(), image->width, image->height));
    return nullptr;
  }
  const auto field = field_from(*image, size_m);
  in_use[key] = field;
  return field;
}

}  // namespace tandem
