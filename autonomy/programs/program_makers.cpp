// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/programs/program_makers.h"

#include "autonomy/farming/farming_node.h"
#include "autonomy/line_following/line_follower.h"
#include "autonomy/logistics/logistics_node.h"
#include "autonomy/navigation/navigator_node.h"
#include "autonomy/perception/perception_node.h"
#include "autonomy/pong/pong_player.h"

namespace tandem {

namespace {

template <class Program>
std::shared_ptr<void> make(const NodeOptions& options) {
  return std::make_shared<Program>(options);
}

}  // namespace

std::map<std::string, std::function<std::shared_ptr<void>(const NodeOptions&)>> program_makers() {
  return {{"farming", make<FarmingNode>},       {"line_follower", make<LineFollower>},
          {"logistics", make<LogisticsNode>},   {"navigator", make<NavigatorNode>},
          {"perception", make<PerceptionNode>}, {"pong_player", make<PongPlayer>}};
}

}  // namespace tandem
