// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace tandem {

// All the memory that one world takes, its own and Bullet's, in places that stay the same: so that
// it can be copied whole and put back, whatever Bullet keeps there. What lies in it may own nothing
// outside of it.
class PhysicsMemory {
 public:
  static constexpr std::size_t page_size = 4096;

  // What it held at some time. Pages in which nothing has changed are those of the copy before.
  class Copy {
   public:
    // What it takes beside another one, which may be null.
    std::size_t bytes_beside(const Copy* other) const;

   private:
    friend class PhysicsMemory;
    using Page = std::array<std::byte, page_size>;
    struct Chunk {
      std::size_t used = 0;
      std::vector<std::shared_ptr<const Page>> pages;
    };
    std::vector<Chunk> chunks_;
    std::size_t current_ = 0;
    const Page* page(std::size_t chunk, std::size_t index) const;

    std::vector<void*> free_;
  };

  // While this lasts, Bullet and PhysicsVectors on this thread take their memory from there; from
  // the heap where it is null.
  class Use {
   public:
    explicit Use(PhysicsMemory* memory);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    PhysicsMemory* const before_;
  };
  static PhysicsMemory* in_use();  // on this thread; may be null

  PhysicsMemory();
  PhysicsMemory(const PhysicsMemory&) = delete;
  PhysicsMemory& operator=(const PhysicsMemory&) = delete;

  // Neither may run beside other users of it.
  std::shared_ptr<const Copy> copy(const Copy* before) const;
  void put_back(const Copy& copy);

  // For any thread; multiples of 16 bytes.
  void* take(std::size_t bytes);
  void give_back(void* block, std::size_t bytes);

 private:
  struct Chunk {
    struct Free {
      void operator()(std::byte* bytes) const;
    };
    std::unique_ptr<std::byte, Free> bytes;
    std::size_t size = 0;
    std::size_t used = 0;  // 0: it is free, as nothing that is there now lies in it
  };
  std::byte* carve(std::size_t bytes);
  std::size_t free_chunk(std::size_t bytes);

  std::mutex mutex_;
  std::vector<Chunk> chunks_;
  std::size_t current_ = 0;  // from which small blocks are cut
  std::vector<void*> free_;  // by kind of block: the first of a list
};

// Memory as Bullet takes it.
void* take_physics_memory(std::size_t bytes, std::size_t alignment);
void give_back_physics_memory(void* block);

template <typename T>
struct PhysicsAllocator {
  using value_type = T;

  PhysicsAllocator() = default;
  template <typename U>
  PhysicsAllocator(const PhysicsAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(take_physics_memory(count * sizeof(T), alignof(T)));
  }
  void deallocate(T* block, std::size_t) { give_back_physics_memory(block); }
  template <typename U>
  bool operator==(const PhysicsAllocator<U>&) const {
    return true;
  }
};

// For all that outlives a step: a checkpoint has it.
template <typename T>
using PhysicsVector = std::vector<T, PhysicsAllocator<T>>;

}  // namespace tandem
