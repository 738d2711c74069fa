// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/findings.h"
#include "geometry/mesh.h"
#include "geometry/vec3.h"
#include "scenario/source_file.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace tandem {

class XmlFile;

// The text of an element or of an attribute. What it cannot be read as is reported with its place,
// and the fallback is used; the fallback alone is used when it is not there at all.
class XmlValue {
 public:
  bool is_given() const { return is_given_; }
  std::string text(std::string_view fallback = {}) const;

  double number(double fallback) const;
  double positive(double fallback) const;
  double not_negative(double fallback) const;
  double number_or_infinite(double fallback) const;
  double share(double fallback) const;  // from 0 to 1
  bool boolean(bool fallback) const;
  Vec3 vec3(const Vec3& fallback) const;
  Vec3 positive_vec3(const Vec3& fallback) const;
  Color color(const Color& fallback) const;  // three or four numbers from 0 to 1

  // Exactly `count` finite numbers; nothing when absent or, after an error, when it is not that.
  std::optional<std::vector<double>> numbers(std::size_t count) const;

  Place place() const;
  void error(std::string_view message) const;  // "<size>: " is put in front
  void warn(std::string_view message) const;

 private:
  friend class XmlElement;
  const XmlFile* file_ = nullptr;
  int line_ = 0;
  bool is_given_ = false;
  std::string name_;
  std::string text_;
};

// One element of an XML file. Whatever is asked for counts as read; what nobody asked for is
// reported in the end, so that nothing a file says is skipped in silence.
class XmlElement {
 public:
  XmlElement() = default;  // none; it has no children and its values are not given
  explicit operator bool() const { return element_ != nullptr; }

  std::string name() const;
  Place place() const;

  XmlElement child(const char* name) const;  // the first of that name
  std::vector<XmlElement> children(const char* name) const;
  std::vector<XmlElement> children() const;  // all of them, in order; does not count as read

  XmlValue value() const;                  // its own text
  XmlValue value(const char* name) const;  // the text of a child
  XmlValue attribute(const char* name) const;

  // An attribute that must be there and not be empty; empty after an error.
  std::string required_attribute(const char* name) const;
  std::string required_text(const char* child_name) const;

  void error(std::string message) const;
  void warn(std::string message) const;

  // A warning that many elements of a file may deserve; told once, with the lines, in the end.
  void warn_with_others(std::string message) const;

  void mark_read() const;

  // Counts as read with everything in it: somebody said what happens to it.
  void skip() const;

 private:
  friend class XmlFile;
  XmlElement(const XmlFile* file, tinyxml2::XMLElement* element) : file_(file), element_(element) {}

  const XmlFile* file_ = nullptr;
  tinyxml2::XMLElement* element_ = nullptr;
};

// An XML file that people edit, read under guard: its size, depth and entities are limited.
class XmlFile {
 public:
  // Null after an error was reported.
  static std::unique_ptr<XmlFile> open(const SourceFile& source, Findings& findings);
  ~XmlFile();

  XmlElement root() const;
  const std::filesystem::path& path() const { return path_; }
  const std::string& text() const { return text_; }
  Findings& findings() const { return findings_; }

  // To be called in the end. Warns of every element and attribute that nobody read, alike ones
  // together. The describer
  // gives the sentence for an element, by its name and that of the one around it.
  using Describe = std::function<std::string(const std::string& name, const std::string& parent)>;
  void report_unread(const Describe& describe) const;

 private:
  friend class XmlElement;
  friend class XmlValue;
  XmlFile(std::filesystem::path file, Findings& findings);

  std::filesystem::path path_;
  std::string text_;
  Findings& findings_;
  std::unique_ptr<tinyxml2::XMLDocument> document_;
  mutable std::vector<const void*> read_attributes_;
  mutable std::vector<std::pair<std::string, int>> shared_warnings_;
};

// Three numbers, say, out of "1 2 3"; nothing when there is anything else in it.
std::optional<std::vector<double>> parse_numbers(std::string_view text);

}  // namespace tandem
