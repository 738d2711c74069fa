// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "footage/film_reader.h"
#include "footage/picture_stream.h"

namespace tandem {

enum class FilmPace { stamps, fastest };

// A film as if it were taken now: paced by the stamps of its pictures, or as fast as they are asked
// for.
class FilmStream : public PictureStream {
 public:
  // `now` is Unix time.
  FilmStream(FilmReader reader, FilmPace pace, std::function<SimTime()> now);

  std::optional<Result<TakenPicture>> next(std::stop_token stop) override;

 private:
  FilmReader reader_;
  FilmPace pace_;
  std::function<SimTime()> now_;
  std::optional<SimTime> start_;
  int shown_ = 0;
};

}  // namespace tandem
