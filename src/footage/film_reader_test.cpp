// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
}

#include <gmock/gmock.h>

#include <fstream>

#include "footage/film_stream.h"

namespace tandem {
namespace {

// A film of grey pictures, each as bright as 20 times its number, at 25 Hz.
void write_film(const std::filesystem::path& file, AVCodecID id, int pictures) {
  AVFormatContext* format = nullptr;
  ASSERT_GE(avformat_alloc_output_context2(&format, nullptr, nullptr, file.c_str()), 0);
  const AVCodec* codec = avcodec_find_encoder(id);
  ASSERT_NE(codec, nullptr);
  AVStream* stream = avformat_new_stream(format, nullptr);
  AVCodecContext* context = avcodec_alloc_context3(codec);
  context->width = 64, context->height = 48;
  context->time_base = {1, 25};
  context->pix_fmt = id == AV_CODEC_ID_MJPEG ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
  context->bit_rate = 1'000'000;
  if ((format->oformat->flags & AVFMT_GLOBALHEADER) != 0)
    context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  ASSERT_GE(avcodec_open2(context, codec, nullptr), 0);
  avcodec_parameters_from_context(stream->codecpar, context);
  stream->time_base = context->time_base;
  ASSERT_GE(avio_open(&format->pb, file.c_str(), AVIO_FLAG_WRITE), 0);
  ASSERT_GE(avformat_write_header(format, nullptr), 0);
  AVFrame* frame = av_frame_alloc();
  frame->format = context->pix_fmt, frame->width = 64, frame->height = 48;
  ASSERT_GE(av_frame_get_buffer(frame, 0), 0);
  AVPacket* packet = av_packet_alloc();
  for (int i = 0; i <= pictures; ++i) {
    if (i < pictures) {
      av_frame_make_writable(frame);
      std::fill_n(frame->data[0], 48 * frame->linesize[0], std::uint8_t(20 * i));
      for (const int plane : {1, 2})
        std::fill_n(frame->data[plane], 24 * frame->linesize[plane], std::uint8_t(128));
      frame->pts = i;
    }
    avcodec_send_frame(context, i < pictures ? frame : nullptr);
    while (avcodec_receive_packet(context, packet) == 0) {
      packet->stream_index = stream->index;
      packet->duration = 1;  // without it the last picture takes no time, and is left out
      av_packet_rescale_ts(packet, context->time_base, stream->time_base);
      av_interleaved_write_frame(format, packet);
    }
  }
  av_write_trailer(format);
  avio_closep(&format->pb);
  av_packet_free(&packet);
  av_frame_free(&frame);
  avcodec_free_context(&context);
  avformat_free_context(format);
}

std::filesystem::path place(const std::string& name) {
  return std::filesystem::path(testing::TempDir()) / name;
}

TEST(FilmReader, ShowsEveryPictureWithItsTime) {
  for (const auto& [name, id] :
       {std::pair{"film.mp4", AV_CODEC_ID_MPEG4}, std::pair{"film.avi", AV_CODEC_ID_MJPEG},
        std::pair{"film.mkv", AV_CODEC_ID_MPEG4}}) {
    write_film(place(name), id, 8);
    auto reader = FilmReader::open(place(name));
    ASSERT_TRUE(reader) << reader.error();
    FilmReader film = *std::move(reader);
    for (int i = 0; i < 8; ++i) {
      const auto picture = film.next();
      ASSERT_TRUE(picture && *picture) << name << " " << i;
      EXPECT_EQ((*picture)->image.width, 64);
      EXPECT_EQ((*picture)->image.height, 48);
      EXPECT_EQ((*picture)->at, i * 40ms) << name;
      // of films whose brightness goes from 16 to 235 as that from 0 to 255
      const double value = id == AV_CODEC_ID_MJPEG ? 20.0 * i : (20.0 * i - 16) * 255 / 219;
      EXPECT_NEAR((*picture)->image.pixels[1000], std::max(0.0, value), 5) << name << " " << i;
    }
    EXPECT_FALSE(film.next());
    EXPECT_FALSE(film.next());
  }
}

TEST(FilmReader, SaysWhyAFileIsNoFilm) {
  EXPECT_THAT(FilmReader::open(place("nowhere.mp4")).error(),
              testing::HasSubstr("nowhere.mp4' cannot be shown: No such file"));
  std::ofstream(place("text.mp4")) << "this is no film";
  EXPECT_THAT(FilmReader::open(place("text.mp4")).error(), testing::HasSubstr("cannot be shown"));
}

TEST(FilmReader, ABrokenPartEndsNothing) {
  write_film(place("broken.avi"), AV_CODEC_ID_MJPEG, 8);
  {
    std::fstream file(place("broken.avi"), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<long>(std::filesystem::file_size(place("broken.avi")) / 2));
    file << std::string(300, 'x');
  }
  auto reader = FilmReader::open(place("broken.avi"));
  ASSERT_TRUE(reader) << reader.error();
  FilmReader film = *std::move(reader);
  int fine = 0, asked = 0;
  while (const auto picture = film.next()) {
    if (*picture) ++fine;
    ASSERT_LT(++asked, 300);
  }
  EXPECT_GE(fine, 3);
}

TEST(FilmStream, AsFastAsItGoesStampsAreThoseOfTheFilm) {
  write_film(place("fast.avi"), AV_CODEC_ID_MJPEG, 5);
  SimTime now = 1000s;
  FilmStream stream(*FilmReader::open(place("fast.avi")), FilmPace::fastest, [&] { return now; });
  for (int i = 0; i < 5; ++i) {
    const auto picture = stream.next({});
    ASSERT_TRUE(picture && *picture);
    EXPECT_EQ((*picture)->stamp, 1000s + i * 40ms);
  }
  EXPECT_FALSE(stream.next({}));
}

TEST(FilmStream, PacedByItsStampsItWaitsUntilEachIsDue) {
  write_film(place("paced.avi"), AV_CODEC_ID_MJPEG, 3);
  const auto begin = std::chrono::steady_clock::now();
  FilmStream stream(*FilmReader::open(place("paced.avi")), FilmPace::stamps,
                    [] { return std::chrono::steady_clock::now().time_since_epoch(); });
  while (const auto picture = stream.next({})) ASSERT_TRUE(*picture);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 80ms);
  // somebody who wants to stop does not wait for the end of a film
  FilmStream stopped(*FilmReader::open(place("paced.avi")), FilmPace::stamps,
                     [] { return SimTime{}; });
  std::stop_source stop;
  EXPECT_TRUE(stopped.next(stop.get_token()));
  stop.request_stop();
  EXPECT_FALSE(stopped.next(stop.get_token()));
}

}  // namespace
}  // namespace tandem
