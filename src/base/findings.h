// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tandem {

// Somewhere in a file that a person edits. Line 0 means the file as a whole.
struct Place {
  std::string file;
  int line = 0;
};

enum class Severity { warning, error };

struct Finding {
  Severity severity = Severity::error;
  Place place;
  std::string message;
};

// "warehouse.yaml:14: error: must be positive, is -1"
std::string to_string(const Finding& finding);

// What was found wrong while reading files. Loaders report here and go on, so that a person sees
// every mistake at once and not one per attempt.
class Findings {
 public:
  void error(Place place, std::string message);

  // Something the file asks for that will not happen, named so that nobody is surprised.
  void warn(Place place, std::string message);

  bool has_errors() const { return error_count_ > 0; }
  int error_count() const { return error_count_; }
  int warning_count() const { return static_cast<int>(all_.size()) - error_count_; }
  const std::vector<Finding>& all() const { return all_; }

 private:
  std::vector<Finding> all_;
  int error_count_ = 0;
};

}  // namespace tandem
