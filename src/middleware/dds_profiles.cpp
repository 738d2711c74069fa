// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_profiles.h"

#include <fmt/format.h>
#include <tinyxml2.h>
#include <unistd.h>

#include <cstdlib>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/log/Log.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "middleware/dds_transport.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;

struct ProfileFile {
  std::string source;  // how a person knows it
  std::string path;
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// In the order in which Fast DDS reads them. 2.9 does not know the second variable, by which later
// versions go.
std::vector<ProfileFile> profile_files() {
  std::vector<ProfileFile> files;
  for (const char* name : {"FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"})
    if (const std::string path = variable(name); !path.empty())
      files.push_back({fmt::format("{} names '{}'", name, path), path});
  const std::string in_folder = "DEFAULT_FASTRTPS_PROFILES.xml";
  if (!variable("SKIP_DEFAULT_XML_FILE").starts_with('1') && access(in_folder.c_str(), F_OK) == 0)
    files.push_back({fmt::format("'{}' of this folder is read", in_folder), in_folder});
  return files;
}

// What Fast DDS says against a file.
class Complaints : public dds::LogConsumer {
 public:
  explicit Complaints(std::shared_ptr<std::vector<std::string>> out) : out_(std::move(out)) {}
  void Consume(const dds::Log::Entry& entry) override {
    if (entry.kind == dds::Log::Error) out_->push_back(entry.message);
  }

 private:
  const std::shared_ptr<std::vector<std::string>> out_;
};

bool has_default_participant(const tinyxml2::XMLElement& element) {
  for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
    if ((child->Name() == std::string("participant") &&
         child->BoolAttribute("is_default_profile")) ||
        has_default_participant(*child))
      return true;
  return false;
}

// Throws when the file cannot be used as a whole.
void load(const ProfileFile& file) {
  if (access(file.path.c_str(), R_OK) != 0)
    throw DdsError(fmt::format("{}, which cannot be read", file.source));
  tinyxml2::XMLDocument document;
  if (document.LoadFile(file.path.c_str()) != tinyxml2::XML_SUCCESS)
    throw DdsError(fmt::format("{}, which is not XML: line {}: {}", file.source,
                               document.ErrorLineNum(), document.ErrorName()));
  const auto* root = document.RootElement();
  const std::string name = root ? root->Name() : "";
  if (name != "profiles" && name != "dds")
    throw DdsError(fmt::format("{}, which is no Fast DDS profile: its root is <{}>, not <profiles>",
                               file.source, name));

  const auto complaints = std::make_shared<std::vector<std::string>>();
  dds::Log::ClearConsumers();
  dds::Log::RegisterConsumer(std::make_unique<Complaints>(complaints));
  const auto result =
      dds::DomainParticipantFactory::get_instance()->load_XML_profiles_file(file.path);
  dds::Log::Flush();
  dds::Log::ClearConsumers();
  // two more say of the file what we say of it
  std::erase_if(*complaints,
                [&](const std::string& it) { return it.find(file.path) != std::string::npos; });
  if (!complaints->empty() || result != eprosima::fastrtps::types::ReturnCode_t::RETCODE_OK)
    throw DdsError(fmt::format("{}, which is no Fast DDS profile: {}", file.source,
                               fmt::join(*complaints, "; ")));
  if (!has_default_participant(*root))
    log(LogLevel::warning,
        fmt::format("{}, in which no participant has is_default_profile=\"true\": Tandem uses "
                    "nothing of it",
                    file.source));
}

// Why they cannot be used, or nothing.
std::string load_all() {
  try {
    for (const ProfileFile& file : profile_files()) load(file);
  } catch (const DdsError& error) {
    return error.what();
  }
  dds::DomainParticipantFactory::get_instance()->load_profiles();
  return {};
}

}  // namespace

void load_profiles() {
  static const std::string problem = load_all();
  if (!problem.empty()) throw DdsError(problem);
}

}  // namespace tandem
