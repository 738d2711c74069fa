// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Pictures come from the network: whatever the bytes are, they are a whole picture or a sentence.
#include "fuzz_input.h"
#include "imaging/jpeg.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  static JpegDecoder decoder;
  // small ones find the same mistakes in less time
  const Result<RgbImage> image = decoder.decode({data, size}, 1 << 20);
  if (!image) {
    require(!image.error().empty(), "a refusal has a reason");
    return 0;
  }
  const auto pixels =
      static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height);
  require(image->rgb.size() == 3 * pixels, "a picture is whole");
  return 0;
}
