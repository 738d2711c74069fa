// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/top_view.h"
#include "results/run_result.h"

namespace tandem::reports {

// To pages beside it; empty: there is none.
struct PageLinks {
  std::string campaign{};
  std::string comparison{};
};

// The page about one run, for who was not there. Its pictures are inside of it.
std::string run_page(const RunResult& result, const std::vector<PictureFile>& pictures,
                     const PageLinks& links = {});

// Parts that other pages have too.
std::string verdict_badge(Verdict verdict, bool is_large = false);
std::string link_to_comparison(const std::string& link);
// The picture under the ways; null where there is none.
const PictureFile* floor_of(const std::vector<PictureFile>& pictures);

}  // namespace tandem::reports
