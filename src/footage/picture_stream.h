// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "tracking/grey_image.h"

namespace tandem {

struct TakenPicture {
  GreyImage image;
  SimTime stamp;     // when it was taken, in Unix time
  std::string name;  // for people: a file, or a number
};

// Pictures one after the other, from wherever they come. Belongs to one thread.
class PictureStream {
 public:
  virtual ~PictureStream() = default;

  // Waits for the next one. Nothing after the last, or when asked to stop. An error is about one
  // picture: there may be more.
  virtual std::optional<Result<TakenPicture>> next(std::stop_token stop) = 0;
};

}  // namespace tandem
