// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "ports/desk/edit_desk.h"
#include "ports/desk/fault_desk.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/network.h"
#include "ports/desk/run_handles.h"
#include "ports/web/choices.h"
#include "ports/web/errands.h"
#include "ports/web/fields.h"

namespace tandem::web {

// What became of a command.
struct Answer {
  bool is_done = true;
  std::string reason;  // why not, as a sentence
  nlohmann::json data;
};

// Does what people ask for on pages: `command` of docs/protocol.md. Belongs to one thread; answers
// come on any.
class CommandDesk {
 public:
  using Reply = std::function<void(const Answer&)>;

  // `network` may be null; then nobody can navigate.
  CommandDesk(const RunHandles& run, Network* network, EditDesk& edits, const LatestFrame& latest);

  // Calls `reply` once, now or later.
  void obey(const nlohmann::json& command, bool may_control, const Reply& reply);
  // Ten times a second and more often: what is held stays where it is.
  void tick();

 private:
  using Clock = std::chrono::steady_clock;
  struct Command {
    void (CommandDesk::*obey)(const Fields&, const Reply&);
    bool is_for_viewers = false;
    bool is_for_recordings = false;  // which are over: nobody can change what happened
  };
  struct Hold {
    Pose pose;
    Clock::time_point until;
  };
  static const std::map<std::string, Command, std::less<>>& commands();

  void catalog(const Fields&, const Reply& reply);
  void pause(const Fields&, const Reply& reply);
  void resume(const Fields&, const Reply& reply);
  void step(const Fields& fields, const Reply& reply);
  void set_speed(const Fields& fields, const Reply& reply);
  void jump(const Fields& fields, const Reply& reply);
  void reset(const Fields&, const Reply& reply);
  void next_episode(const Fields&, const Reply& reply);
  void load(const Fields& fields, const Reply& reply);
  void drive(const Fields& fields, const Reply& reply);
  void paint(const Fields& fields, const Reply& reply);
  void clear_paint(const Fields&, const Reply& reply);
  void spawn(const Fields& fields, const Reply& reply);
  void move(const Fields& fields, const Reply& reply);
  void hold(const Fields& fields, const Reply& reply);
  void remove(const Fields& fields, const Reply& reply);
  void set_goal(const Fields& fields, const Reply& reply);
  void cancel_goal(const Fields& fields, const Reply& reply);
  void control_mission(const Fields& fields, const Reply& reply);
  void pause_twin(const Fields& fields, const Reply& reply);
  void set_mode(const Fields& fields, const Reply& reply);
  void tell(const Fields& fields, const Reply& reply);
  // Faults (fault_commands.cpp).
  void fault_kinds(const Fields&, const Reply& reply);
  void inject_fault(const Fields& fields, const Reply& reply);
  void clear_fault(const Fields& fields, const Reply& reply);

  void edit(Edit edit, const Reply& reply);
  void put_paint(PaintEdit edit, const Reply& reply);
  // A robot of the latest frame, and whether it is a real one's twin.
  struct Driven {
    std::string name;
    bool is_twin = false;
  };
  Driven robot(const Fields& fields) const;
  std::shared_ptr<const Frame> frame() const;
  std::vector<Choice> own_things() const;

  const RunHandles run_;
  Network* const network_;
  EditDesk& edits_;
  const LatestFrame& latest_;
  FaultDesk faults_;
  std::map<std::string, Hold> holds_;  // by entity
  Errands errands_;                    // last: they use the rest
};

}  // namespace tandem::web
