// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/document_builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

bool DocumentBuilder::leaf(Document::Kind kind, std::string text) {
  Document* document = place();
  document->kind = kind;
  document->text = std::move(text);
  return true;
}

bool DocumentBuilder::begin(Document::Kind kind) {
  if (open_.size() == max_depth) {
    error = fmt::format("is nested more than {} deep", max_depth);
    return false;
  }
  Document* document = place();
  document->kind = kind;
  open_.push_back(document);
  return true;
}

bool DocumentBuilder::key(std::string name) {
  auto& members = open_.back()->members;
  if (std::ranges::count(members, name, &Document::Member::name) > 0) {
    error = fmt::format("names '{}' twice", name);
    return false;
  }
  members.push_back({std::move(name), Document{}});
  has_key_ = true;
  return true;
}

bool DocumentBuilder::is_key_due() const {
  return !open_.empty() && open_.back()->kind == Document::Kind::members && !has_key_;
}

Document* DocumentBuilder::place() {
  has_key_ = false;
  if (open_.empty()) return &root_;
  Document* parent = open_.back();
  if (parent->kind == Document::Kind::members) return &parent->members.back().content;
  return &parent->list.emplace_back();
}

}  // namespace tandem
