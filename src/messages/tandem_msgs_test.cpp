// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/tandem_msgs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "messages/definition.h"
#include "messages/registry.h"
#include "test_places.h"

namespace tandem {
namespace {

// A .msg, .srv or .action file without comments, with one space between words and full names of
// types.
std::string normalised(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string lines;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string type;
    if (!(words >> type)) continue;
    const bool is_own = std::isupper(static_cast<unsigned char>(type.front())) != 0;
    lines += (is_own ? "tandem_msgs/" : "") + type;
    for (std::string word; words >> word;) lines += " " + word;
    lines += "\n";
  }
  return lines;
}

TEST(TandemMsgs, StructsAreWhatTheFilesSay) {
  std::map<std::string, std::string> in_files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "interfaces/msg"))
    in_files["tandem_msgs/msg/" + entry.path().stem().string()] = normalised(entry.path());

  std::map<std::string, std::string> in_code;
  for (const MessageType& type : all_message_types())
    if (type.name.starts_with("tandem_msgs/msg/"))
      in_code[std::string(type.name)] = definition(type.description());

  EXPECT_GE(in_files.size(), 4);
  EXPECT_EQ(in_files, in_code);
}

TEST(TandemMsgs, ServicesAreWhatTheFilesSay) {
  std::map<std::string, std::string> in_files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "interfaces/srv"))
    in_files["tandem_msgs/srv/" + entry.path().stem().string()] = normalised(entry.path());

  std::map<std::string, std::string> in_code;
  for (const ServiceType& type : all_service_types())
    if (type.name.starts_with("tandem_msgs/srv/"))
      in_code[std::string(type.name)] = definition(type.request.description()) + "---\n" +
                                        definition(type.response.description());

  EXPECT_GE(in_files.size(), 1);
  EXPECT_EQ(in_files, in_code);
}

TEST(TandemMsgs, ActionsAreWhatTheFilesSay) {
  std::map<std::string, std::string> in_files;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_folder() / "interfaces/action"))
    in_files["tandem_msgs/action/" + entry.path().stem().string()] = normalised(entry.path());

  std::map<std::string, std::string> in_code;
  for (const ActionType& type : all_action_types())
    if (type.name.starts_with("tandem_msgs/"))
      in_code[std::string(type.name)] = definition(type.goal.description()) + "---\n" +
                                        definition(type.result.description()) + "---\n" +
                                        definition(type.feedback.description());

  EXPECT_GE(in_files.size(), 1);
  EXPECT_EQ(in_files, in_code);
}

}  // namespace
}  // namespace tandem
