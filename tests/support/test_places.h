// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

// Functions, not definitions of the compiler: one file of all tests depends on where they are
// built, and checkouts share in the cache of the compiler what they have in common.
namespace tandem {

// The sources that the test was built from: pages, golden bytes, scenarios.
std::filesystem::path source_folder();
// A program in the folder of the running test.
std::filesystem::path program_beside_test(const std::string& name);

}  // namespace tandem
