// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "middleware/dds_testing.h"
#include "test_places.h"

// Fast DDS reads profiles once in a process, so these are tried by processes of their own.
namespace tandem {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class DdsProfiles : public testing::Test {
 protected:
  DdsProfiles() { std::filesystem::create_directories(folder_); }
  ~DdsProfiles() override { std::filesystem::remove_all(folder_); }

  struct Outcome {
    int status = 0;
    std::string output;  // and errors
  };

  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }
  static std::string profile(const std::string& participant) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<profiles xmlns=\"http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles\">\n"
           "  <participant profile_name=\"lab\" " +
           participant +
           "\n  </participant>\n"
           "</profiles>\n";
  }

  // The program in peer/, which joins the network and leaves it at once.
  Outcome join(const std::string& variable) const {
    const std::string command = "cd " + folder_.string() +
                                " && ROS_DOMAIN_ID=" + std::to_string(testing_dds::own_domain()) +
                                " ROS_LOCALHOST_ONLY=1 " + variable + " " +
                                program_beside_test("middleware_peer").string() +
                                " 2>&1 </dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    Outcome outcome;
    std::array<char, 1000> part{};
    while (std::fgets(part.data(), part.size(), pipe)) outcome.output += part.data();
    outcome.status = WEXITSTATUS(pclose(pipe));
    return outcome;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("tandem_profiles_" + std::to_string(getpid()));
};

TEST_F(DdsProfiles, ASoundOneIsUsed) {
  const auto path = write("sound.xml", profile("is_default_profile=\"true\"><rtps>"
                                               "<name>lab</name></rtps>"));
  for (const std::string variable :
       {"FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"}) {
    const Outcome outcome = join(variable + "=" + path);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.output, "ready\n");
  }
}

TEST_F(DdsProfiles, OneThatIsMissingIsAnError) {
  for (const std::string variable :
       {"FASTRTPS_DEFAULT_PROFILES_FILE", "FASTDDS_DEFAULT_PROFILES_FILE"}) {
    const Outcome outcome = join(variable + "=/no/such/file.xml");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.output,
              "peer: " + variable + " names '/no/such/file.xml', which cannot be read\n");
  }
}

TEST_F(DdsProfiles, OneThatIsNotXmlIsAnErrorWithItsLine) {
  const auto path = write("torn.xml", "<profiles>\n  <participant>\n</profiles>\n");
  const Outcome outcome = join("FASTRTPS_DEFAULT_PROFILES_FILE=" + path);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.output, AllOf(StartsWith("peer: FASTRTPS_DEFAULT_PROFILES_FILE names '" +
                                               path + "', which is not XML: line 2: "),
                                    HasSubstr("MISMATCHED_ELEMENT")));
}

TEST_F(DdsProfiles, OneWithAnUnknownElementIsAnErrorThatNamesIt) {
  for (const std::string& text :
       {profile("is_default_profile=\"true\"><rtps><colour>red</colour></rtps>"),
        std::string("<profiles><colour/></profiles>"), std::string("<colour/>")}) {
    const auto path = write("unknown.xml", text);
    const Outcome outcome = join("FASTRTPS_DEFAULT_PROFILES_FILE=" + path);
    EXPECT_EQ(outcome.status, 1) << text;
    EXPECT_THAT(outcome.output, AllOf(StartsWith("peer: FASTRTPS_DEFAULT_PROFILES_FILE names '" +
                                                 path + "', which is no Fast DDS profile: "),
                                      HasSubstr("colour")))
        << text;
  }
}

TEST_F(DdsProfiles, OneWithAnImpossibleValueIsAnError) {
  const auto path = write("value.xml", profile("is_default_profile=\"true\"><rtps>"
                                               "<sendSocketBufferSize>much</sendSocketBufferSize>"
                                               "</rtps>"));
  const Outcome outcome = join("FASTRTPS_DEFAULT_PROFILES_FILE=" + path);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.output, HasSubstr("'" + path + "', which is no Fast DDS profile: "));
}

TEST_F(DdsProfiles, ABrokenOneInTheFolderIsAnErrorUnlessItIsSkipped) {
  write("DEFAULT_FASTRTPS_PROFILES.xml", "<profiles>");
  Outcome outcome = join("");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.output, StartsWith("peer: 'DEFAULT_FASTRTPS_PROFILES.xml' of this folder is "
                                         "read, which is not XML: line 1: "));
  outcome = join("SKIP_DEFAULT_XML_FILE=1");
  EXPECT_EQ(outcome.output, "ready\n");
}

TEST_F(DdsProfiles, OneThatIsForNobodyIsUsedByNobodyAndToldOf) {
  const auto path = write("nobody.xml", profile("><rtps><name>lab</name></rtps>"));
  const Outcome outcome = join("FASTRTPS_DEFAULT_PROFILES_FILE=" + path);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("warning: "), HasSubstr("is_default_profile"), EndsWith("ready\n")));
}

}  // namespace
}  // namespace tandem
