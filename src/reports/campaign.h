// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/top_view.h"
#include "results/run_result.h"

namespace tandem::reports {

// One run of a campaign with what its report needs.
struct CampaignRun {
  RunResult result;
  std::vector<PictureFile> pictures;
  std::string link;  // to its own page
};

// A page about many runs: how many passed, which did not and why, and how far their figures spread.
std::string campaign_page(const std::vector<CampaignRun>& runs, const std::string& title,
                          const std::string& comparison_link = {});

// A page about what became of a campaign: verdicts that changed, figures that moved.
std::string comparison_page(const std::vector<CampaignRun>& before,
                            const std::vector<CampaignRun>& after, const std::string& before_title,
                            const std::string& after_title);

// Runs by mission, mode and world, in the order of their names. Missions of one name in several
// files are several; folders are not looked at, as campaigns are compared from wherever they ran.
struct MissionKey {
  std::string mission, file, scenario, mode;
  friend auto operator<=>(const MissionKey&, const MissionKey&) = default;
};
MissionKey key_of(const RunResult& result);
std::map<MissionKey, std::vector<const CampaignRun*>> by_mission(
    const std::vector<CampaignRun>& runs);
std::string title_of(const MissionKey& key);

}  // namespace tandem::reports
