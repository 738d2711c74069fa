// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace tandem {

// Something that a node has: it ends with its handle or with the node, whichever ends first.
class NodePart {
 public:
  virtual ~NodePart() = default;

  // No callback runs after this returned, but for the one that it may be called from. What is asked
  // of the part from then on does nothing.
  virtual void close() = 0;
  // The node goes away: whoever waits inside of a call returns.
  virtual void interrupt() {}
};

// Owns a part of a node. Movable; the part is closed when its handle goes, which is allowed
// anywhere, also inside of the part's own callbacks.
template <class Part>
class [[nodiscard]] Handle {
 public:
  Handle() = default;
  explicit Handle(std::shared_ptr<Part> part) : part_(std::move(part)) {}
  Handle(Handle&&) noexcept = default;
  Handle& operator=(Handle&& other) noexcept {
    if (this == &other) return *this;
    close();
    part_ = std::move(other.part_);
    return *this;
  }
  ~Handle() { close(); }

  // False of a handle that was never given a part, or moved from, or closed.
  explicit operator bool() const { return part_ != nullptr; }

  void close() {
    // the handle may be a member of what its own callback destroys
    if (const std::shared_ptr<Part> part = std::exchange(part_, nullptr)) part->close();
  }

 protected:
  std::shared_ptr<Part> part_;
};

}  // namespace tandem
