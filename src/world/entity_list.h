// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "world/entity.h"
#include "world/labels.h"

namespace tandem {

// The entities of a world by id. Copies share the entities, so that a list of thousands from which
// one is taken away costs little.
class EntityList {
 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = Entity;
    using difference_type = std::ptrdiff_t;
    using pointer = const Entity*;
    using reference = const Entity&;

    Iterator() = default;
    explicit Iterator(const std::shared_ptr<const Entity>* at) : at_(at) {}

    reference operator*() const { return **at_; }
    pointer operator->() const { return at_->get(); }
    reference operator[](difference_type n) const { return *at_[n]; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    Iterator& operator--() { return --at_, *this; }
    Iterator operator--(int) { return Iterator(at_--); }
    Iterator& operator+=(difference_type n) { return at_ += n, *this; }
    Iterator& operator-=(difference_type n) { return at_ -= n, *this; }
    friend Iterator operator+(Iterator i, difference_type n) { return Iterator(i.at_ + n); }
    friend Iterator operator+(difference_type n, Iterator i) { return Iterator(i.at_ + n); }
    friend Iterator operator-(Iterator i, difference_type n) { return Iterator(i.at_ - n); }
    friend difference_type operator-(Iterator a, Iterator b) { return a.at_ - b.at_; }
    friend auto operator<=>(Iterator, Iterator) = default;

   private:
    const std::shared_ptr<const Entity>* at_ = nullptr;
  };

  Iterator begin() const { return Iterator(all_.data()); }
  Iterator end() const { return Iterator(all_.data() + all_.size()); }
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  const Entity& operator[](std::size_t index) const { return *all_[index]; }
  const Entity& at(std::size_t index) const { return *all_.at(index); }
  const Entity& front() const { return *all_.front(); }
  const Entity& back() const { return *all_.back(); }

  // Null when there is none.
  const Entity* find(EntityId id) const;
  const Entity* find(std::string_view name) const;  // looks at one after the other

  // The classes of all that there ever were in this world; the same object until there are more.
  const std::shared_ptr<const Labels>& labels() const { return labels_; }

  // For the world: ids only grow.
  const Entity& add(Entity entity);
  void remove(EntityId id);
  void replace(Entity entity);  // the one with the same id
  void set_labels(std::shared_ptr<const Labels> labels) { labels_ = std::move(labels); }

 private:
  std::vector<std::shared_ptr<const Entity>>::iterator place_of(EntityId id);

  std::vector<std::shared_ptr<const Entity>> all_;
  std::shared_ptr<const Labels> labels_ = std::make_shared<const Labels>();
};

}  // namespace tandem
