// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/mission_schema.h"

namespace tandem {

namespace mission_schema {

const Section mission{"mission",
                      {"mission", "description", "scenario", "settings", "vary", "seeds", "modes",
                       "duration", "programs", "zones", "map", "events", "expect", "watch"}};
const Section condition{"condition",
                        {"thing",    "near",     "tolerance", "heading", "heading_tolerance",
                         "inside",   "touching", "distance",  "measure", "topic",
                         "field",    "rate",     "latency",   "silence", "window",
                         "event",    "robot",    "with",      "status",  "goal",
                         "all",      "any",      "not",       "above",   "below",
                         "at_least", "at_most",  "is",        "matches"}};
const Section expectation{"expectation",
                          {"name", "reach", "within", "holds", "eventually", "always", "never",
                           "stays", "ordered", "from", "after", "until", "for", "by"}};
const Section event{
    "event", {"name",        "at",     "when",     "delay",    "robot",   "place",     "move",
              "to",          "remove", "draw",     "erase",    "goal",    "waypoints", "drive",
              "pause",       "resume", "scenario", "settings", "reset",   "tracker",   "fault",
              "clear_fault", "order",  "publish",  "call",     "optional"}};
const Section watch{"watch", {"things", "values"}};
const Section place{"place", {"object", "name", "pose", "relative_to"}};
const Section goal{"goal", {"x", "y", "yaw_deg"}};
const Section drive{"drive", {"linear", "angular", "for", "points", "speed", "by", "tolerance"}};
const Section tracker{
    "tracker", {"blind", "loss", "latency", "jitter", "outliers", "position_noise", "yaw_noise"}};
const Section message{"message", {"topic", "service", "type", "content"}};
const Section map{"map", {"robot", "sensor", "area", "range", "by"}};

}  // namespace mission_schema

std::vector<Section> all_mission_sections() {
  using namespace mission_schema;
  return {mission, condition, expectation, event, watch, place, goal, drive, tracker, message, map};
}

}  // namespace tandem
