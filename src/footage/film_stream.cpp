// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "footage/film_stream.h"

#include <condition_variable>
#include <mutex>

namespace tandem {

FilmStream::FilmStream(FilmReader reader, FilmPace pace, std::function<SimTime()> now)
    : reader_(std::move(reader)), pace_(pace), now_(std::move(now)) {}

std::optional<Result<TakenPicture>> FilmStream::next(std::stop_token stop) {
  auto picture = reader_.next();
  if (!picture) return std::nullopt;
  if (!*picture) return Error{picture->error()};
  if (!start_) start_ = now_() - (*picture)->at;
  const SimTime due = *start_ + (*picture)->at;
  if (pace_ == FilmPace::stamps && due > now_()) {
    std::mutex mutex;
    std::condition_variable_any bell;
    std::unique_lock lock(mutex);
    bell.wait_for(lock, stop, due - now_(), [] { return false; });
  }
  if (stop.stop_requested()) return std::nullopt;
  auto [image, at] = *std::move(*picture);
  return TakenPicture{std::move(image), due, "picture " + std::to_string(++shown_)};
}

}  // namespace tandem
