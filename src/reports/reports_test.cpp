// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <stdlib.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <regex>

#include "reports/campaign.h"
#include "reports/html.h"
#include "reports/plots.h"
#include "reports/run_page.h"
#include "reports/write_reports.h"

namespace tandem {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using State = AssertionResult::State;

// A run of 10 s in which a robot drives 2 m along x.
RunResult example(std::uint64_t seed, bool is_passed) {
  RunResult result;
  result.mission = "deliver";
  result.mission_file = "deliver.yaml";
  result.scenario = "room";
  result.mode = "virtual";
  result.seed = seed;
  result.verdict = is_passed ? Verdict::passed : Verdict::failed;
  result.reason = is_passed ? "" : "the wall was touched";
  result.simulated_s = 10;
  result.step_s = 0.008;
  result.course_hash = is_passed ? "00ff" : "00fe";
  result.assertions = {{.name = "no touch",
                        .kind = "never",
                        .text = "emaros touches a wall",
                        .line = 7,
                        .state = is_passed ? State::passed : State::failed,
                        .decided_s = is_passed ? 10 : 4.5,
                        .explanation = is_passed ? "" : "touched wall_north",
                        .value = is_passed ? 0 : 1,
                        .low = {},
                        .high = 0,
                        .unit = "",
                        .series = "speed"}};
  result.timeline = {{4.5, TimelineEntry::Kind::world, "touched wall_north", "emaros", !is_passed}};
  RecordedPath path{"emaros", RecordedPath::Kind::robot, {}};
  Series speed{"speed", "m/s", {}, {}, {}, 0.5};
  for (int i = 0; i <= 100; ++i) {
    path.points.push_back({i * 0.1, i * 0.02, 0, 0, 0});
    speed.times_s.push_back(i * 0.1);
    speed.values.push_back(0.2);
  }
  result.trajectories = {path};
  result.series = {speed};
  result.metrics = {{"emaros.path_length", 2.0 + 0.01 * static_cast<double>(seed), "m"}};
  result.environment = {{"tandem", "0.1.0"}};
  return result;
}

// What would ask somebody for something.
void expect_no_request(const std::string& html) {
  static const std::regex request(
      R"re((src|href|action|data)\s*=\s*["']?\s*(https?:|//|ftp:)|@import|url\(\s*["']?(https?:|//)|fetch\(|XMLHttpRequest)re");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(html, found, request)) << found.str();
}

// Elements are closed in the order they were opened.
void expect_well_formed(const std::string& html) {
  static const std::regex tag(R"re(<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:"[^"]*"|[^">])*)>)re");
  static const std::set<std::string> empty{"meta", "img", "input", "br"};
  std::vector<std::string> open;
  const std::string text = std::regex_replace(
      html, std::regex(R"re(<(script|style)[^>]*>[^]*?</\1>)re", std::regex::ECMAScript), "");
  for (auto it = std::sregex_iterator(text.begin(), text.end(), tag); it != std::sregex_iterator();
       ++it) {
    const std::string name = (*it)[2], rest = (*it)[3];
    if (empty.contains(name) || rest.ends_with('/')) continue;
    if ((*it)[1].length() == 0) {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << "</" << name << ">";
    ASSERT_EQ(open.back(), name);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty()) << open.back();
}

TEST(Reports, TextOfAnybodyIsNoHtml) {
  RunResult result = example(1, false);
  const std::string evil = "</script><script>alert(1)</script>\"'><img src=x onerror=y>";
  result.mission = result.scenario = result.mode = result.description = result.reason = evil;
  result.mission_file = result.recording = evil;
  result.last_words = result.settings = {evil};
  result.assertions[0].name = result.assertions[0].text = result.assertions[0].explanation = evil;
  result.assertions[0].unit = evil;
  result.timeline[0].text = result.timeline[0].robot = evil;
  result.trajectories[0].name = result.series[0].name = result.series[0].unit = evil;
  result.outlines = {{evil, Outline::Kind::zone, {{0, 0}, {1, 0}, {1, 1}}}};
  result.metrics[0] = {evil, 1, evil};
  result.environment = {{evil, evil}};
  for (const std::string& html :
       {reports::run_page(result, {}), reports::campaign_page({{result, {}, evil}}, evil),
        reports::comparison_page({{result, {}, evil}}, {{result, {}, evil}}, evil, evil)}) {
    EXPECT_THAT(html, Not(HasSubstr("<img src=x")));
    EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
    expect_well_formed(html);
  }
}

TEST(Reports, OfARunShowsWhyItFailed) {
  RunResult failed = example(3, false);
  failed.settings = {"robots.emaros.pose.x=1"};
  const std::string html = reports::run_page(failed, {});
  EXPECT_THAT(html, HasSubstr("the wall was touched"));
  EXPECT_THAT(html, HasSubstr("touched wall_north"));
  EXPECT_THAT(html, HasSubstr("at most 0"));
  EXPECT_THAT(html, HasSubstr("0 of 1"));             // expectations
  EXPECT_THAT(html, HasSubstr("2.030 m"));            // of path
  EXPECT_THAT(html, HasSubstr("class=\"trouble\""));  // where it failed on the map
  EXPECT_THAT(html, HasSubstr("tandem test deliver.yaml --seeds 3 --mode virtual"
                              " --set 'robots.emaros.pose.x=1'"));
  expect_no_request(html);
  expect_well_formed(html);
  EXPECT_EQ(html, reports::run_page(failed, {}));
}

TEST(Reports, OfARunSayWhatItsSeedDrewAndHowMuchOfItsTimelineIsLeftOut) {
  RunResult result = example(3, false);
  result.drawn = {"robots.emaros.pose.x=0.25"};
  result.timeline_left_out = 37;
  const std::string html = reports::run_page(result, {});
  EXPECT_THAT(html, HasSubstr("drawn by the seed"));
  EXPECT_THAT(html, HasSubstr("<code>robots.emaros.pose.x=0.25</code>"));
  EXPECT_THAT(html, HasSubstr("37 more entries had no room here"));
  expect_well_formed(html);
}

TEST(Reports, TheMapNamesThingsThatCameOrWent) {
  RunResult result = example(1, true);
  const std::vector<Vec2> square{{1, 1}, {1.5, 1}, {1.5, 1.5}, {1, 1.5}};
  result.outlines = {{"shelf", Outline::Kind::fixed, square},
                     {"crate", Outline::Kind::movable, square, 3.0},
                     {"door", Outline::Kind::fixed, square, 0, 4.5},
                     {"cart", Outline::Kind::movable, square, 3.0, 4.5}};
  const std::string html = reports::run_page(result, {});
  EXPECT_THAT(html, HasSubstr("<path class=\"movable later\" data-from=\"3.000\""));
  EXPECT_THAT(html, HasSubstr(">crate from 3.00 s</text>"));
  EXPECT_THAT(html, HasSubstr("<path class=\"fixed gone\""));
  EXPECT_THAT(html, HasSubstr(">door until 4.50 s</text>"));
  EXPECT_THAT(html, HasSubstr("<path class=\"movable later gone\""));
  EXPECT_THAT(html, HasSubstr(">cart from 3.00 s to 4.50 s</text>"));
  EXPECT_THAT(html, Not(HasSubstr(">shelf</text>")));  // names of what is always there are too many
  expect_well_formed(html);
}

TEST(Reports, ACampaignCountsAndGroups) {
  std::vector<reports::CampaignRun> runs;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    runs.push_back({example(seed, seed != 4), {}, "run.html"});
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].result.metrics.push_back(
        {"emaros.top_speed", 0.45 + 1e-9 * static_cast<double>(i), "m/s"});
  const std::string html = reports::campaign_page(runs, "nightly");
  EXPECT_THAT(html, HasSubstr("9 of 10 runs of 1 mission passed"));
  EXPECT_THAT(html, HasSubstr("1:40.0 min simulated"));
  EXPECT_THAT(html, HasSubstr("2.010 to 2.100 m"));  // path lengths
  EXPECT_THAT(html, HasSubstr("The same in all runs: emaros: top speed 0.450 m/s."));
  expect_no_request(html);
  expect_well_formed(html);
}

TEST(Reports, AComparisonNamesWhatBroke) {
  std::vector<reports::CampaignRun> before, after;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    before.push_back({example(seed, seed != 2), {}, ""});
    after.push_back({example(seed, seed != 4), {}, ""});
  }
  after.push_back({example(6, true), {}, ""});
  const std::string html = reports::comparison_page(before, after, "old", "new");
  EXPECT_THAT(html, HasSubstr("5 runs are in both, 1 only after"));
  const auto broken = html.find("id=\"broken\""), mended = html.find("id=\"mended\"");
  ASSERT_LT(broken, mended);
  EXPECT_THAT(html.substr(broken, mended - broken), HasSubstr("deliver, virtual, seed 4"));
  EXPECT_THAT(html.substr(mended), HasSubstr("deliver, virtual, seed 2"));
  EXPECT_THAT(html, HasSubstr("<b>3</b><span>went the same way"));
  EXPECT_THAT(html, HasSubstr("All figures are what they were"));
  expect_well_formed(html);
}

TEST(Reports, AComparisonTakesMissionsOfOneNameInTwoFilesForTwo) {
  std::vector<reports::CampaignRun> before{{example(1, true), {}, ""}, {example(1, true), {}, ""}};
  before[0].result.mission_file = "here/deliver.yaml";
  before[1].result.mission_file = "here/deliver_slowly.yaml";
  std::vector<reports::CampaignRun> after = before;
  after[0].result.mission_file = "elsewhere/deliver.yaml";
  after[1].result = example(1, false);
  after[1].result.mission_file = "elsewhere/deliver_slowly.yaml";
  const std::string html = reports::comparison_page(before, after, "old", "new");
  EXPECT_THAT(html, HasSubstr("2 runs are in both<"));
  EXPECT_THAT(html, HasSubstr("<b class=\"bad\">1</b><span>passed before and do not now"));
  EXPECT_THAT(html, HasSubstr("deliver in room, virtual</td>"));
  EXPECT_THAT(html, HasSubstr("deliver (deliver_slowly.yaml) in room, virtual</td>"));
  // what cannot be told apart is not passed over in silence
  after[1].result.mission_file = "other/deliver.yaml";
  EXPECT_THAT(reports::comparison_page(before, after, "old", "new"),
              HasSubstr("1 runs are in both, 1 only before; 1 left out, as there is another of the "
                        "same mission and seed<"));
}

TEST(Reports, AComparisonSaysWhatBothSidesRanWith) {
  reports::CampaignRun before{example(1, true), {}, ""}, after = before;
  after.result.settings = {"robots.emaros.pose.x=1", "spawn.boxes.count=3"};
  after.result.environment["tandem"] = "0.2.0";
  before.result.environment["system"] = after.result.environment["system"] = "Debian";
  const std::string html = reports::comparison_page({before}, {after}, "old", "new");
  EXPECT_THAT(html,
              HasSubstr("<td>settings</td><td><code>those of the missions</code></td><td>"
                        "<code>--set robots.emaros.pose.x=1 --set spawn.boxes.count=3</code>"));
  EXPECT_THAT(html, HasSubstr("<td>tandem</td><td><code>0.1.0</code></td><td><code>0.2.0</code>"));
  EXPECT_THAT(html, Not(HasSubstr("Debian")));
  expect_well_formed(html);
}

TEST(Reports, WhatMovedByLittleIsNotMinusNothing) {
  reports::CampaignRun before{example(1, true), {}, ""}, after = before;
  before.result.metrics = {{"emaros.top_speed", 0.450050, "m/s"}};
  after.result.metrics = {{"emaros.top_speed", 0.450048, "m/s"}};
  const std::string html = reports::comparison_page({before}, {after}, "old", "new");
  EXPECT_THAT(html, Not(HasSubstr("0.0 %")));
  EXPECT_THAT(html, HasSubstr("under 0.1 %"));
}

// "0.450049" of 8 letters was cut to "450049" at the left edge of its drawing.
TEST(Reports, NumbersOfAnAxisAreInsideItsDrawing) {
  const std::string svg = reports::strips({0.450049, 0.450052}, {0.4500486});
  static const std::regex tick(R"re(x="([-0-9.]+)" y="58" text-anchor="middle">([^<]+)<)re");
  int count = 0;
  for (auto it = std::sregex_iterator(svg.begin(), svg.end(), tick); it != std::sregex_iterator();
       ++it, ++count) {
    const double x = std::stod((*it)[1]), half = 3.2 * static_cast<double>((*it)[2].length());
    EXPECT_GE(x - half, 0) << it->str();
    EXPECT_LE(x + half, 300) << it->str();
  }
  EXPECT_GE(count, 2);
}

TEST(Reports, AnglesAreInDegreesAndLimitsAsTheyWereWritten) {
  RunResult result = example(1, true);
  result.assertions[0].high = 20 * 3.14159265358979 / 180;
  result.assertions[0].is_high_out = true;
  result.assertions[0].value = 10 * 3.14159265358979 / 180;
  result.assertions[0].unit = "rad";
  const std::string html = reports::run_page(result, {});
  EXPECT_THAT(html, HasSubstr("<td>below 20 deg</td>"));
  EXPECT_THAT(html, HasSubstr(">10 deg</td>"));
}

TEST(Reports, WhatIsLeftOfASumHasNotMoved) {
  reports::CampaignRun before{example(1, true), {}, ""}, after = before;
  before.result.metrics = {{"emaros.odometry_error", 1e-17, "m"}};
  after.result.metrics = {{"emaros.odometry_error", -7e-16, "m"}};
  const std::string html = reports::comparison_page({before}, {after}, "old", "new");
  EXPECT_THAT(html, HasSubstr("All figures are what they were"));
}

TEST(Reports, StrangeNumbersMakeNoStrangePages) {
  RunResult result = example(1, true);
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  result.series[0].values = {nan, infinity, 1e300, -1e300, 0};
  result.metrics[0].value = nan;
  result.simulated_s = 0;
  result.trajectories[0].points = {{0, nan, infinity, 0, nan}};
  const std::string html = reports::run_page(result, {});
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  expect_well_formed(html);
  EXPECT_THAT(reports::campaign_page({{result, {}, ""}, {RunResult{}, {}, ""}}, "x"),
              HasSubstr("1 of 2"));
}

TEST(Reports, AxesHaveMarksAtRoundNumbers) {
  EXPECT_THAT(reports::make_axis(0, 10, 5).marks, testing::ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(reports::make_axis(3, 3, 4).marks, Not(testing::IsEmpty()));
  EXPECT_EQ(reports::make_axis(0, 1, 5).label(0.4), "0.4");
  EXPECT_EQ(reports::make_axis(0, 100, 5).label(40), "40");
  EXPECT_EQ(reports::time_text(125.34), "2:05.3 min");
  EXPECT_EQ(reports::number_text(12.3456), "12.35");
  EXPECT_EQ(reports::number_text(4e-5), "4e-05");
  EXPECT_EQ(reports::number_text(-7e-21), "0");  // what is left of a sum
  EXPECT_EQ(reports::data_uri("a/b", "Man"), "data:a/b;base64,TWFu");
  EXPECT_EQ(reports::data_uri("a/b", "M"), "data:a/b;base64,TQ==");
}

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "tandem-reports-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Folder() override { fs::remove_all(folder_); }
  std::string read(const fs::path& file) const {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
};

TEST_F(Folder, HasAPageForEachRunAndOneForAll) {
  std::vector<StoredResult> results;
  for (std::uint64_t seed : {1, 2, 2}) results.push_back({example(seed, true), folder_});
  // pictures beside the result are in the page, others are not looked for
  std::ofstream(folder_ / "a.jpg", std::ios::binary) << "\xff\xd8 a picture";
  results[0].result.pictures = {{4.5, "here", "a.jpg"},
                                {5, "nowhere", "b.jpg"},
                                {5, "elsewhere", "/etc/hostname"},
                                {5, "above", "../a.jpg"}};
  const auto written =
      write_reports(results, folder_ / "html", {.title = "all", .before = results});
  ASSERT_TRUE(written) << written.error();
  EXPECT_EQ(written->runs, 3u);
  EXPECT_TRUE(fs::exists(folder_ / "html/deliver-virtual-2-2.html"));
  const std::string run = read(folder_ / "html/deliver-virtual-1.html");
  EXPECT_THAT(run, HasSubstr("data:image/jpeg;base64,/9gg"));
  EXPECT_THAT(run, HasSubstr("here"));
  EXPECT_THAT(run, Not(HasSubstr("elsewhere")));
  EXPECT_THAT(read(written->index), HasSubstr("href=\"deliver-virtual-2-2.html\""));
  EXPECT_THAT(read(written->index), HasSubstr("href=\"comparison.html\""));
  EXPECT_THAT(read(written->comparison), HasSubstr("All figures are what they were"));
}

TEST_F(Folder, OfResultsIsReadAgain) {
  ASSERT_FALSE(write_result(example(7, true), folder_ / "b.json"));
  ASSERT_FALSE(write_result(example(6, false), folder_ / "a.json"));
  const auto results = read_results({folder_, folder_ / "a.json"});
  ASSERT_TRUE(results) << results.error();
  ASSERT_EQ(results->size(), 3u);
  EXPECT_EQ((*results)[0].result.seed, 6u);
  EXPECT_FALSE(read_results({folder_ / "none.json"}));
  fs::create_directory(folder_ / "empty");
  EXPECT_THAT(read_results({folder_ / "empty"}).error(), HasSubstr("there is no result in"));
  EXPECT_FALSE(write_reports({}, folder_ / "html"));
}

TEST_F(Folder, ARecordingThatARunWasKilledBeforeIsNotNamed) {
  RunResult killed = example(1, false);
  killed.verdict = Verdict::error;
  for (const char* name : {"begun", "planned"}) {
    killed.recording = fmt::format("{}.mcap", name);
    ASSERT_FALSE(write_result(killed, folder_ / fmt::format("{}.json", name)));
  }
  std::ofstream(folder_ / "begun.mcap") << "not much";
  const auto results = read_results({folder_});
  ASSERT_TRUE(results) << results.error();
  EXPECT_EQ((*results)[0].result.recording, "begun.mcap");
  EXPECT_EQ((*results)[1].result.recording, "");
}

TEST(Reports, AMapIsShownAsATableOfWhatItSaidOfWhat) {
  RunResult result = example(1, true);
  EXPECT_THAT(reports::run_page(result, {}), Not(HasSubstr("confusion")));
  for (const auto& [name, value] : {std::pair{"true_positive", 30.0},
                                    {"false_negative", 10.0},
                                    {"unknown_occupied", 7.0},
                                    {"false_positive", 5.0},
                                    {"true_negative", 2055.0},
                                    {"unknown_free", 11.0},
                                    {"precision", 30.0 / 35},
                                    {"recall", 0.75}})
    result.metrics.push_back({std::string("jackal.map_") + name, value, ""});
  const std::string page = reports::run_page(result, {});
  EXPECT_THAT(page, HasSubstr("30 <span class=\"soft\">true positive</span>"));
  EXPECT_THAT(page, HasSubstr("2055 <span class=\"soft\">true negative</span>"));
  EXPECT_THAT(page, HasSubstr("<b>85.7 %</b> of what it says to be occupied is"));
  EXPECT_THAT(page, HasSubstr("<b>75.0 %</b> of what is occupied, and was seen"));
}

}  // namespace
}  // namespace tandem
