// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/physics_memory.h"

#include <LinearMath/btAlignedAllocator.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace tandem {

namespace {

constexpr std::size_t grain = 16;
constexpr std::size_t chunk_size = 1 << 18;

// Blocks are of as many sizes as lists of free ones: every multiple of 16 bytes up to 1 KiB, and
// powers of two beyond.
constexpr std::size_t small_block = 1024;
constexpr std::size_t small_kinds = small_block / grain;
constexpr std::size_t kinds = small_kinds + 40;

std::size_t kind_of(std::size_t bytes) {
  if (bytes <= small_block) return (bytes - 1) / grain;
  return small_kinds +
         static_cast<std::size_t>(std::bit_width(bytes - 1) - std::bit_width(small_block - 1)) - 1;
}

std::size_t size_of_kind(std::size_t kind) {
  if (kind < small_kinds) return (kind + 1) * grain;
  return small_block << (kind - small_kinds + 1);
}

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// Before each block that somebody has: where it came from.
struct alignas(grain) Label {
  PhysicsMemory* memory = nullptr;  // null: the heap
  std::uint32_t size = 0;           // in grains, with what is before the block
  std::uint32_t offset = 0;         // bytes from where the memory begins to the block
};

thread_local PhysicsMemory* used_here = nullptr;

// Before anything of Bullet exists: what is given back has to have come from here.
void* take_for_bullet(std::size_t bytes, int alignment) {
  return take_physics_memory(bytes, static_cast<std::size_t>(alignment));
}
[[maybe_unused]] const bool is_installed = [] {
  btAlignedAllocSetCustomAligned(take_for_bullet, give_back_physics_memory);
  return true;
}();

}  // namespace

void* take_physics_memory(std::size_t bytes, std::size_t alignment) {
  const std::size_t slack = alignment > grain ? alignment : 0;
  const std::size_t all = rounded_up(sizeof(Label) + slack + bytes, grain);
  PhysicsMemory* const memory = used_here;
  auto* const begin = static_cast<std::byte*>(memory ? memory->take(all) : std::malloc(all));
  if (!begin) throw std::bad_alloc();
  auto* block = begin + sizeof(Label);
  if (alignment > grain) {
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    block += rounded_up(address, alignment) - address;
  }
  new (block - sizeof(Label)) Label{memory, static_cast<std::uint32_t>(all / grain),
                                    static_cast<std::uint32_t>(block - begin)};
  return block;
}

void give_back_physics_memory(void* block) {
  if (!block) return;
  const Label label = *reinterpret_cast<Label*>(static_cast<std::byte*>(block) - sizeof(Label));
  void* const begin = static_cast<std::byte*>(block) - label.offset;
  if (label.memory)
    label.memory->give_back(begin, label.size * grain);
  else
    std::free(begin);
}

PhysicsMemory::Use::Use(PhysicsMemory* memory) : before_(used_here) { used_here = memory; }
PhysicsMemory::Use::~Use() { used_here = before_; }
PhysicsMemory* PhysicsMemory::in_use() { return used_here; }

void PhysicsMemory::Chunk::Free::operator()(std::byte* bytes) const { std::free(bytes); }

PhysicsMemory::PhysicsMemory() : free_(kinds) { current_ = free_chunk(chunk_size); }

void* PhysicsMemory::take(std::size_t bytes) {
  const std::size_t kind = kind_of(bytes);
  const std::lock_guard lock(mutex_);
  void*& first = free_[kind];
  if (!first) return carve(size_of_kind(kind));
  void* const block = first;
  std::memcpy(&first, block, sizeof first);  // where the next one is
  return block;
}

void PhysicsMemory::give_back(void* block, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  void*& first = free_[kind_of(bytes)];
  std::memcpy(block, &first, sizeof first);
  first = block;
}

std::byte* PhysicsMemory::carve(std::size_t bytes) {
  std::size_t index = current_;
  if (bytes > chunk_size / 4) {
    index = free_chunk(bytes);
  } else if (chunks_[current_].size - chunks_[current_].used < bytes) {
    index = current_ = free_chunk(chunk_size);
  }
  Chunk& chunk = chunks_[index];
  std::byte* const block = chunk.bytes.get() + chunk.used;
  chunk.used += bytes;
  return block;
}

// Chunks stay for good, as copies know them by their places; after a copy was put back some are
// free.
std::size_t PhysicsMemory::free_chunk(std::size_t bytes) {
  const auto is_fit = [&](const Chunk& chunk) { return chunk.used == 0 && chunk.size >= bytes; };
  const auto found = std::ranges::find_if(chunks_, is_fit);
  if (found != chunks_.end()) return static_cast<std::size_t>(found - chunks_.begin());
  const std::size_t size = rounded_up(bytes, page_size);
  Chunk chunk{
      .bytes = decltype(Chunk::bytes)(static_cast<std::byte*>(std::aligned_alloc(page_size, size))),
      .size = size};
  if (!chunk.bytes) throw std::bad_alloc();
  std::memset(chunk.bytes.get(), 0, size);  // pages are compared and copied whole
  chunks_.push_back(std::move(chunk));
  return chunks_.size() - 1;
}

// Null where it has none.
const PhysicsMemory::Copy::Page* PhysicsMemory::Copy::page(std::size_t chunk,
                                                           std::size_t index) const {
  const bool has_it = chunk < chunks_.size() && index < chunks_[chunk].pages.size();
  return has_it ? chunks_[chunk].pages[index].get() : nullptr;
}

std::size_t PhysicsMemory::Copy::bytes_beside(const Copy* other) const {
  std::size_t pages = 0;
  for (std::size_t i = 0; i < chunks_.size(); ++i)
    for (std::size_t k = 0; k < chunks_[i].pages.size(); ++k)
      if (!other || other->page(i, k) != page(i, k)) ++pages;
  return pages * page_size;
}

std::shared_ptr<const PhysicsMemory::Copy> PhysicsMemory::copy(const Copy* before) const {
  auto copy = std::make_shared<Copy>();
  copy->current_ = current_;
  copy->free_ = free_;
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    Copy::Chunk& chunk = copy->chunks_.emplace_back();
    chunk.used = chunks_[i].used;
    for (std::size_t at = 0; at < chunk.used; at += page_size) {
      const std::byte* const now = chunks_[i].bytes.get() + at;
      const std::size_t index = at / page_size;
      const Copy::Page* const then = before ? before->page(i, index) : nullptr;
      if (then && std::memcmp(then->data(), now, page_size) == 0) {
        chunk.pages.push_back(before->chunks_[i].pages[index]);
        continue;
      }
      auto fresh = std::make_shared<Copy::Page>();
      std::memcpy(fresh->data(), now, page_size);
      chunk.pages.push_back(std::move(fresh));
    }
  }
  return copy;
}

void PhysicsMemory::put_back(const Copy& copy) {
  assert(copy.chunks_.size() <= chunks_.size());
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    const bool is_known = i < copy.chunks_.size();
    chunks_[i].used = is_known ? copy.chunks_[i].used : 0;
    if (!is_known) continue;
    std::byte* to = chunks_[i].bytes.get();
    for (const auto& page : copy.chunks_[i].pages) {
      std::memcpy(to, page->data(), page_size);
      to += page_size;
    }
  }
  current_ = copy.current_;
  free_ = copy.free_;
}

}  // namespace tandem
