// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/xml_file.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <map>

#include "scenario/regular_file.h"

namespace tandem {

namespace {

std::string why_not_well_formed(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file is empty";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return fmt::format("elements are nested deeper than {} levels", TINYXML2_MAX_ELEMENT_DEPTH);
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "not well-formed XML: this element is not closed where it should be";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "not well-formed XML: expected attributes as name=\"value\"";
    case tinyxml2::XML_ERROR_PARSING:
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return "not well-formed XML: the text ends or breaks off within an element";
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return "not well-formed XML: a comment is not closed";
    default:
      return "not well-formed XML";
  }
}

int line_of(std::string_view text, std::size_t position) {
  return 1 + static_cast<int>(std::count(
                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

// Where the text stops being UTF-8, or npos.
std::size_t find_non_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : 3;
    const bool is_lead = lead < 0x80 || (lead >= 0xc2 && lead <= 0xf4);
    if (!is_lead || i + more >= text.size()) return i;
    for (std::size_t k = 1; k <= more; ++k)
      if (static_cast<unsigned char>(text[i + k]) >> 6 != 2) return i;
    i += 1 + more;
  }
  return std::string_view::npos;
}

// A tag that is opened and not closed before the text is over.
bool is_cut_inside_tag(std::string_view text) {
  const std::size_t open = text.rfind('<'), close = text.rfind('>');
  return open != std::string_view::npos && (close == std::string_view::npos || close < open);
}

// What is wrong with the text before it is even parsed: line and sentence.
std::optional<std::pair<int, std::string>> why_not_xml(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return std::pair{0, std::string("the file is empty")};
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return std::pair{line_of(text, nul), std::string("not a text file: expected XML in UTF-8")};
  if (const auto other = find_non_utf8(text); other != std::string_view::npos)
    return std::pair{line_of(text, other), std::string("not a text file in UTF-8")};
  std::string_view content = text;
  if (content.starts_with("\xef\xbb\xbf")) content.remove_prefix(3);
  if (!content.substr(std::min(content.find_first_not_of(" \t\r\n"), content.size()))
           .starts_with('<'))
    return std::pair{1, std::string("not an XML file: expected '<' first")};
  // entities can grow without bounds, and no SDF or URDF file needs them
  if (const auto entity = text.find("<!ENTITY"); entity != std::string_view::npos)
    return std::pair{line_of(text, entity), std::string("entity definitions are not allowed")};
  return {};
}

}  // namespace

XmlFile::XmlFile(std::filesystem::path file, Findings& findings)
    : path_(std::move(file)),
      findings_(findings),
      document_(std::make_unique<tinyxml2::XMLDocument>()) {}

XmlFile::~XmlFile() = default;

std::unique_ptr<XmlFile> XmlFile::open(const SourceFile& source, Findings& findings) {
  const std::filesystem::path& file = source.path;
  Result<std::string> content = read_source(source, xml_limit_bytes);
  if (!content) {
    findings.error({file.string(), 0}, content.error());
    return nullptr;
  }
  if (const auto problem = why_not_xml(*content)) {
    findings.error({file.string(), problem->first}, problem->second);
    return nullptr;
  }
  std::unique_ptr<XmlFile> xml(new XmlFile(file, findings));
  xml->text_ = *std::move(content);
  const std::string& text = xml->text_;
  if (xml->document_->Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    const bool is_cut = is_cut_inside_tag(text);
    findings.error(
        {file.string(), is_cut ? line_of(text, text.size()) : xml->document_->ErrorLineNum()},
        is_cut ? "the file ends early, inside of a tag" : why_not_well_formed(*xml->document_));
    return nullptr;
  }
  if (xml->document_->RootElement() == nullptr) {
    findings.error({file.string(), 0}, "there is no XML element in this file");
    return nullptr;
  }
  if (const auto* second = xml->document_->RootElement()->NextSiblingElement()) {
    findings.error(
        {file.string(), second->GetLineNum()},
        fmt::format("a file has one outermost element, <{}> is a second one", second->Name()));
    return nullptr;
  }
  return xml;
}

XmlElement XmlFile::root() const {
  tinyxml2::XMLElement* root = document_->RootElement();
  root->SetUserData(root);
  return {this, root};
}

void XmlFile::report_unread(const Describe& describe) const {
  std::sort(read_attributes_.begin(), read_attributes_.end());
  std::vector<std::pair<std::string, std::vector<int>>> lines_by_sentence;
  std::map<std::string, std::size_t> index_by_sentence;
  const auto add = [&](const std::string& sentence, int line) {
    const auto [found, is_new] = index_by_sentence.try_emplace(sentence, lines_by_sentence.size());
    if (is_new) lines_by_sentence.emplace_back(sentence, std::vector<int>{});
    lines_by_sentence[found->second].second.push_back(line);
  };

  for (const auto& [sentence, line] : shared_warnings_) add(sentence, line);
  const std::function<void(const tinyxml2::XMLElement*)> visit =
      [&](const tinyxml2::XMLElement* element) {
        for (auto* attribute = element->FirstAttribute(); attribute != nullptr;
             attribute = attribute->Next()) {
          const std::string_view name = attribute->Name();
          if (name.starts_with("xmlns")) continue;
          if (!std::binary_search(read_attributes_.begin(), read_attributes_.end(),
                                  static_cast<const void*>(attribute)))
            add(fmt::format("attribute '{}' of <{}> is not used", name, element->Name()),
                attribute->GetLineNum());
        }
        for (auto* child = element->FirstChildElement(); child != nullptr;
             child = child->NextSiblingElement()) {
          if (child->GetUserData() != nullptr) {
            visit(child);
            continue;
          }
          const auto* first = element->FirstChildElement(child->Name());
          if (first != child && first->GetUserData() != nullptr)
            add(fmt::format("another <{}> in <{}>: the first one counts", child->Name(),
                            element->Name()),
                child->GetLineNum());
          else
            add(describe(child->Name(), element->Name()), child->GetLineNum());
        }
      };
  visit(document_->RootElement());

  for (const auto& [sentence, lines] : lines_by_sentence) {
    std::string also;
    for (std::size_t i = 1; i < lines.size() && i < 6; ++i)
      also += fmt::format("{}{}", i == 1 ? "" : ", ", lines[i]);
    if (lines.size() > 6) also += fmt::format(" and {} more", lines.size() - 6);
    findings_.warn({path_.string(), lines.front()},
                   also.empty() ? sentence : fmt::format("{} (also on line {})", sentence, also));
  }
}

std::string XmlElement::name() const { return element_ != nullptr ? element_->Name() : ""; }

Place XmlElement::place() const {
  if (element_ == nullptr) return {};
  return {file_->path_.string(), element_->GetLineNum()};
}

XmlElement XmlElement::child(const char* name) const {
  if (element_ == nullptr) return {};
  tinyxml2::XMLElement* found = element_->FirstChildElement(name);
  if (found == nullptr) return {};
  found->SetUserData(found);
  return {file_, found};
}

std::vector<XmlElement> XmlElement::children(const char* name) const {
  std::vector<XmlElement> found;
  if (element_ == nullptr) return found;
  for (auto* child = element_->FirstChildElement(name); child != nullptr;
       child = child->NextSiblingElement(name)) {
    child->SetUserData(child);
    found.push_back({file_, child});
  }
  return found;
}

std::vector<XmlElement> XmlElement::children() const {
  std::vector<XmlElement> found;
  if (element_ == nullptr) return found;
  for (auto* child = element_->FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement())
    found.push_back({file_, child});
  return found;
}

void XmlElement::mark_read() const { element_->SetUserData(element_); }

XmlValue XmlElement::value() const {
  XmlValue value;
  if (element_ == nullptr) return value;
  value.file_ = file_;
  value.line_ = element_->GetLineNum();
  value.is_given_ = true;
  value.name_ = fmt::format("<{}>", element_->Name());
  if (const char* text = element_->GetText()) value.text_ = text;
  return value;
}

XmlValue XmlElement::value(const char* name) const { return child(name).value(); }

XmlValue XmlElement::attribute(const char* name) const {
  XmlValue value;
  if (element_ == nullptr) return value;
  value.file_ = file_;
  value.line_ = element_->GetLineNum();
  value.name_ = fmt::format("'{}' of <{}>", name, element_->Name());
  if (const auto* attribute = element_->FindAttribute(name)) {
    file_->read_attributes_.push_back(attribute);
    value.is_given_ = true;
    value.line_ = attribute->GetLineNum();
    value.text_ = attribute->Value();
  }
  return value;
}

std::string XmlElement::required_attribute(const char* name) const {
  const std::string text = attribute(name).text();
  if (text.empty()) error(fmt::format("<{}> needs the attribute '{}'", this->name(), name));
  return text;
}

std::string XmlElement::required_text(const char* child_name) const {
  const XmlValue found = value(child_name);
  const std::string text = found.text();
  if (!found.is_given())
    error(fmt::format("<{}> needs a <{}>", name(), child_name));
  else if (text.empty())
    found.error("must not be empty");
  return text;
}

void XmlElement::error(std::string message) const {
  file_->findings_.error(place(), std::move(message));
}

void XmlElement::warn(std::string message) const {
  file_->findings_.warn(place(), std::move(message));
}

void XmlElement::warn_with_others(std::string message) const {
  file_->shared_warnings_.emplace_back(std::move(message), element_->GetLineNum());
}

void XmlElement::skip() const {
  const std::function<void(tinyxml2::XMLElement*)> visit = [&](tinyxml2::XMLElement* element) {
    element->SetUserData(element);
    for (auto* a = element->FirstAttribute(); a != nullptr; a = a->Next())
      file_->read_attributes_.push_back(a);
    for (auto* child = element->FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement())
      visit(child);
  };
  if (element_ != nullptr) visit(element_);
}

}  // namespace tandem
