// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_list.h"

#include <gmock/gmock.h>

#include "scenario/testing.h"

namespace tandem {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::Not;

TEST(FileList, ShippedScenariosHaveTheirDescriptions) {
  EXPECT_THAT(
      list_files(NamedFile::scenario),
      Contains(AllOf(Field(&ListedFile::name, "push"),
                     Field(&ListedFile::description, "A robot among boxes of several masses"))));
}

TEST(FileList, RobotsAreNoScenarios) {
  EXPECT_THAT(list_files(NamedFile::robot), Contains(Field(&ListedFile::name, "emaros")));
  EXPECT_THAT(list_files(NamedFile::scenario), Not(Contains(Field(&ListedFile::name, "emaros"))));
}

TEST(FileList, AFoldersOwnFilesAreListedWhateverIsInThem) {
  const TestFolder folder;
  folder.write("mine.yaml", "description: My world\n");
  folder.write("broken.yaml", "description: [\n");
  folder.write("plain.sdf", "<sdf/>");
  const auto files = list_files(NamedFile::scenario, {folder.path()});
  EXPECT_THAT(files, Contains(AllOf(Field(&ListedFile::name, "mine"),
                                    Field(&ListedFile::description, "My world"))));
  EXPECT_THAT(files, Contains(AllOf(Field(&ListedFile::name, "broken"),
                                    Field(&ListedFile::description, ""))));
  EXPECT_THAT(files, Contains(Field(&ListedFile::file, folder.path() / "plain.sdf")));
}

}  // namespace
}  // namespace tandem
