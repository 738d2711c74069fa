// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "footage/film_reader.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace tandem {

namespace {

constexpr std::int64_t most_pixels = 1 << 26;  // a few bytes can claim to be a larger picture
constexpr int most_broken_parts = 100;         // one after the other

std::string reason(int error) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(error, text.data(), text.size());
  return text.data();
}

struct FormatCloser {
  void operator()(AVFormatContext* context) const { avformat_close_input(&context); }
};
struct CodecCloser {
  void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
};
struct FrameCloser {
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
struct PacketCloser {
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};
struct ScalerCloser {
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};

}  // namespace

struct FilmReader::Decoder {
  std::string name;
  std::unique_ptr<AVFormatContext, FormatCloser> format;
  std::unique_ptr<AVCodecContext, CodecCloser> codec;
  std::unique_ptr<AVFrame, FrameCloser> frame{av_frame_alloc()};
  std::unique_ptr<AVPacket, PacketCloser> packet{av_packet_alloc()};
  std::unique_ptr<SwsContext, ScalerCloser> scaler;
  int stream = -1;
  bool is_at_end = false;
  int broken_parts = 0;
  std::optional<std::int64_t> first_pts;
  Duration last{};

  Result<FilmPicture> picture();
  Duration time_of(std::int64_t pts);
};

FilmReader::FilmReader(std::unique_ptr<Decoder> decoder) : decoder_(std::move(decoder)) {}
FilmReader::FilmReader(FilmReader&&) noexcept = default;
FilmReader& FilmReader::operator=(FilmReader&&) noexcept = default;
FilmReader::~FilmReader() = default;

Result<FilmReader> FilmReader::open(const std::filesystem::path& file) {
  av_log_set_level(AV_LOG_QUIET);  // what matters is told by sentences of ours
  auto decoder = std::make_unique<Decoder>();
  decoder->name = file.string();
  const auto fail = [&](const std::string& why) {
    return Error{fmt::format("'{}' cannot be shown: {}", file.string(), why)};
  };
  // a name is a file here, whatever it looks like
  AVFormatContext* format = nullptr;
  if (const int error =
          avformat_open_input(&format, ("file:" + file.string()).c_str(), nullptr, nullptr);
      error < 0)
    return fail(reason(error));
  decoder->format.reset(format);
  if (const int error = avformat_find_stream_info(format, nullptr); error < 0)
    return fail(reason(error));
  const AVCodec* codec = nullptr;
  decoder->stream = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
  if (decoder->stream < 0 || !codec) return fail("there are no moving pictures in it");
  decoder->codec.reset(avcodec_alloc_context3(codec));
  AVStream* stream = format->streams[decoder->stream];
  if (!decoder->codec || avcodec_parameters_to_context(decoder->codec.get(), stream->codecpar) < 0)
    return fail("its pictures are of no known kind");
  decoder->codec->thread_count = 1;
  decoder->codec->max_pixels = most_pixels;
  if (const int error = avcodec_open2(decoder->codec.get(), codec, nullptr); error < 0)
    return fail(reason(error));
  return FilmReader(std::move(decoder));
}

Duration FilmReader::Decoder::time_of(std::int64_t pts) {
  if (pts == AV_NOPTS_VALUE) return last;
  if (!first_pts) first_pts = pts;
  const AVRational base = format->streams[stream]->time_base;
  const std::int64_t ns = av_rescale_q(pts - *first_pts, base, AVRational{1, 1'000'000'000});
  return std::max(last, Duration(ns));
}

Result<FilmReader::FilmPicture> FilmReader::Decoder::picture() {
  const int width = frame->width, height = frame->height;
  if (width <= 0 || height <= 0) return Error{fmt::format("'{}': a picture is empty", name)};
  scaler.reset(sws_getCachedContext(scaler.release(), width, height,
                                    static_cast<AVPixelFormat>(frame->format), width, height,
                                    AV_PIX_FMT_GRAY8, SWS_POINT, nullptr, nullptr, nullptr));
  if (!scaler) return Error{fmt::format("'{}': its colours are of no known kind", name)};
  FilmPicture result;
  result.image = {width, height,
                  std::vector<std::uint8_t>(static_cast<std::size_t>(width) *
                                            static_cast<std::size_t>(height))};
  std::uint8_t* const planes[4] = {result.image.pixels.data(), nullptr, nullptr, nullptr};
  const int strides[4] = {width, 0, 0, 0};
  if (sws_scale(scaler.get(), frame->data, frame->linesize, 0, height, planes, strides) != height)
    return Error{fmt::format("'{}': a picture could not be converted", name)};
  last = time_of(frame->best_effort_timestamp);
  result.at = last;
  return result;
}

std::optional<Result<FilmReader::FilmPicture>> FilmReader::next() {
  Decoder& d = *decoder_;
  const auto broken = [&](const std::string& why) -> std::optional<Result<FilmPicture>> {
    if (++d.broken_parts > most_broken_parts) return std::nullopt;
    return Error{fmt::format("'{}': a part is broken: {}", d.name, why)};
  };
  for (;;) {
    const int got = avcodec_receive_frame(d.codec.get(), d.frame.get());
    if (got == 0) {
      d.broken_parts = 0;
      return d.picture();
    }
    if (got == AVERROR_EOF || (got == AVERROR(EAGAIN) && d.is_at_end)) return std::nullopt;
    if (got != AVERROR(EAGAIN)) return broken(reason(got));
    // the decoder wants more of the file; at its end, what is still in the decoder comes out
    if (av_read_frame(d.format.get(), d.packet.get()) < 0) {
      avcodec_send_packet(d.codec.get(), nullptr);
      d.is_at_end = true;
      continue;
    }
    int sent = 0;
    if (d.packet->stream_index == d.stream)
      sent = avcodec_send_packet(d.codec.get(), d.packet.get());
    av_packet_unref(d.packet.get());
    if (sent < 0) return broken(reason(sent));
  }
}

}  // namespace tandem
