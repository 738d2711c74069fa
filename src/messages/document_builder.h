// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "messages/document.h"

namespace tandem {

// Makes a document from what a parser meets, in the order it meets it. Functions that return false
// have set `error`, and nothing may follow.
class DocumentBuilder {
 public:
  std::string error;

  bool leaf(Document::Kind kind, std::string text);
  bool begin(Document::Kind kind);  // list or members
  bool key(std::string name);
  void end() { open_.pop_back(); }

  bool is_key_due() const;
  Document take() { return std::move(root_); }

 private:
  // no message is nested as deep; what is deeper would only cost stack
  static constexpr std::size_t max_depth = 64;

  Document* place();

  Document root_;
  std::vector<Document*> open_;  // from the root inwards; only the last one grows
  bool has_key_ = false;
};

}  // namespace tandem
