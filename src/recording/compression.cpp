// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/compression.h"

#include <fmt/format.h>
#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace tandem {

namespace {

struct Name {
  Compression kind;
  std::string_view spoken, in_file;
};
constexpr std::array<Name, 3> names{{{Compression::none, "none", ""},
                                     {Compression::lz4, "lz4", "lz4"},
                                     {Compression::zstd, "zstd", "zstd"}}};

const Name& entry_of(Compression kind) { return *std::ranges::find(names, kind, &Name::kind); }

constexpr int zstd_level = -1;  // pictures: 1.6 times as fast as 1, for 1.4 times the bytes
constexpr std::size_t first_output = 64 << 10;

// Grows as content comes: to twice of what there is, and never beyond the promised size.
void make_room(std::vector<std::byte>& output, std::size_t used, std::uint64_t size) {
  if (used < output.size()) return;
  const std::uint64_t wanted = std::max<std::uint64_t>(first_output, 2 * output.size());
  output.resize(static_cast<std::size_t>(std::min(size, wanted)));
}

Error wrong_size(std::uint64_t promised) {
  return Error{fmt::format("its content is not the {} bytes that it promises", promised)};
}

Result<std::vector<std::byte>> decompress_zstd(std::span<const std::byte> bytes,
                                               std::uint64_t size) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     &ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  // what a frame may ask for beside its content
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, 27);
  std::vector<std::byte> output;
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  std::size_t used = 0;
  std::size_t left = 1;  // of the frame
  while (true) {
    make_room(output, used, size);
    ZSTD_outBuffer out{output.data(), output.size(), used};
    const std::size_t in_before = in.pos;
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0)
      return Error{fmt::format("zstd cannot read it: {}", ZSTD_getErrorName(left))};
    const bool is_stuck = out.pos == used && in.pos == in_before;
    used = out.pos;
    if (left == 0 && in.pos == in.size) break;
    if (is_stuck) return wrong_size(size);
  }
  if (used != size) return wrong_size(size);
  output.resize(used);
  return output;
}

Result<std::vector<std::byte>> decompress_lz4(std::span<const std::byte> bytes,
                                              std::uint64_t size) {
  LZ4F_dctx* raw = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&raw, LZ4F_VERSION)) != 0)
    throw std::bad_alloc();
  const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> context(
      raw, &LZ4F_freeDecompressionContext);
  std::vector<std::byte> output;
  std::size_t used = 0;
  std::size_t read = 0;
  while (true) {
    make_room(output, used, size);
    std::size_t written = output.size() - used;
    std::size_t taken = bytes.size() - read;
    const std::size_t left = LZ4F_decompress(context.get(), output.data() + used, &written,
                                             bytes.data() + read, &taken, nullptr);
    if (LZ4F_isError(left) != 0)
      return Error{fmt::format("lz4 cannot read it: {}", LZ4F_getErrorName(left))};
    used += written;
    read += taken;
    if (left == 0 && read == bytes.size()) break;
    if (written == 0 && taken == 0) return wrong_size(size);
  }
  if (used != size) return wrong_size(size);
  output.resize(used);
  return output;
}

}  // namespace

std::string_view name_of(Compression compression) { return entry_of(compression).spoken; }
std::string_view file_name_of(Compression compression) { return entry_of(compression).in_file; }

std::optional<Compression> compression_named(std::string_view name) {
  const auto found = std::ranges::find(names, name, &Name::spoken);
  return found == names.end() ? std::nullopt : std::optional(found->kind);
}
std::optional<Compression> compression_in_file(std::string_view name) {
  const auto found = std::ranges::find(names, name, &Name::in_file);
  return found == names.end() ? std::nullopt : std::optional(found->kind);
}

struct Compressor::Contexts {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> zstd{nullptr, &ZSTD_freeCCtx};
};

Compressor::Compressor(Compression kind) : kind_(kind), contexts_(std::make_unique<Contexts>()) {
  if (kind != Compression::zstd) return;
  contexts_->zstd.reset(ZSTD_createCCtx());
  if (!contexts_->zstd) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(contexts_->zstd.get(), ZSTD_c_compressionLevel, zstd_level);
}
Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;

std::span<const std::byte> Compressor::compress(std::span<const std::byte> bytes) {
  std::size_t size = 0;
  switch (kind_) {
    case Compression::none:
      return bytes;
    case Compression::lz4: {
      LZ4F_preferences_t preferences = LZ4F_INIT_PREFERENCES;
      preferences.frameInfo.blockSizeID = LZ4F_max1MB;
      preferences.frameInfo.contentSize = bytes.size();
      output_.resize(LZ4F_compressFrameBound(bytes.size(), &preferences));
      size = LZ4F_compressFrame(output_.data(), output_.size(), bytes.data(), bytes.size(),
                                &preferences);
      if (LZ4F_isError(size) != 0) throw std::bad_alloc();  // the only way it can fail
      break;
    }
    case Compression::zstd:
      output_.resize(ZSTD_compressBound(bytes.size()));
      size = ZSTD_compress2(contexts_->zstd.get(), output_.data(), output_.size(), bytes.data(),
                            bytes.size());
      if (ZSTD_isError(size) != 0) throw std::bad_alloc();
      break;
  }
  return std::span(output_).first(size);
}

Result<std::vector<std::byte>> decompress(Compression kind, std::span<const std::byte> bytes,
                                          std::uint64_t size) {
  switch (kind) {
    case Compression::none:
      if (bytes.size() != size) return wrong_size(size);
      return std::vector(bytes.begin(), bytes.end());
    case Compression::lz4:
      return decompress_lz4(bytes, size);
    case Compression::zstd:
      return decompress_zstd(bytes, size);
  }
  return Error{"unknown compression"};
}

std::uint32_t crc32_of(std::span<const std::byte> bytes, std::uint32_t before) {
  if (bytes.empty()) return before;  // which zlib would take for a beginning
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace tandem
