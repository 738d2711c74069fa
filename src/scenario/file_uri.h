// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// "%20" and the like become what they stand for; what stands for nothing stays.
std::string percent_decoded(std::string_view text);

// The path of "file:///my%20worlds/a.sdf" or "file://localhost/...". A file that is called just as
// it is written goes first: many programs put file:// before a path and encode nothing.
std::string path_of_file_uri(std::string_view uri);

}  // namespace tandem
