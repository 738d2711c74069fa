// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/findings.h"
#include "base/ticket.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace tandem {

// Which world to run next.
struct WorldRequest {
  std::string scenario;  // a name or a file, as load_scenario takes them
  std::string text;      // or the scenario itself: YAML, SDF or URDF; `scenario` is then its name
  ScenarioOptions options;
  bool refuses_warnings = false;  // what the files ask for and will not happen is an error too
};

enum class LoadResult {
  done,        // it runs
  failed,      // something is wrong with it; the old world goes on
  superseded,  // somebody asked for another one before it was there
  cancelled,   // the run ended
};

// The answer to one request.
struct LoadOutcome {
  Ticket ticket{};
  LoadResult result = LoadResult::done;
  std::shared_ptr<const Scenario> scenario;  // of what runs now
  Findings findings;                         // everything that was found in the files
  std::string reason;                        // why it does not run, in short
};

// Called once for each request, on whatever thread: it hands the news over and returns at once.
using LoadListener = std::function<void(const LoadOutcome&)>;

// Changes the world of a run while it goes on. A thread of its own reads and checks the new
// scenario and builds the world at the side; the loop then takes it over between two steps.
// Whatever is wrong with the new world, the old one goes on.
class WorldLoader {
 public:
  explicit WorldLoader(SimulationOptions options = {});
  ~WorldLoader();  // what is not answered yet is cancelled
  WorldLoader(const WorldLoader&) = delete;
  WorldLoader& operator=(const WorldLoader&) = delete;

  // Any thread. The newest request wins.
  Ticket load(WorldRequest request, LoadListener listener = {});
  bool is_loading() const;

  // For the loop. The clock of the run, which worlds that are loaded do not change: one that wants
  // the wall's in a run that began at zero is warned of.
  void begin_run(ClockType clock);
  // Called when a world is ready; empty for nobody.
  void on_ready(std::function<void()> listener);
  // Null when none is ready.
  std::unique_ptr<Simulation> take();
  // After the first frame of what was taken: answers the request and takes care of the former one.
  void installed(std::unique_ptr<Simulation> former);
  // Answers whatever waits; nothing more will be taken.
  void close();

 private:
  struct Job {
    LoadOutcome outcome;
    WorldRequest request;
    LoadListener listener;
    std::unique_ptr<Simulation> simulation;
  };

  void work(std::stop_token stop);
  void build(Ticket ticket, const WorldRequest& request);
  Findings with_remark_on_clock(const Scenario& scenario, const Findings& found) const;
  bool is_current(Ticket ticket) const;
  std::vector<Job> take_unfinished();
  static void answer(Job& job, LoadResult result, std::string reason);

  const SimulationOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> on_ready_;
  std::optional<ClockType> clock_;  // of the run
  std::optional<Job> next_;         // not begun
  std::optional<Job> current_;      // being loaded
  std::optional<Job> ready_;
  std::optional<Job> taken_;                         // by the loop, not running yet
  std::vector<std::unique_ptr<Simulation>> former_;  // to be taken down
  bool is_closed_ = false;
  std::jthread thread_;
};

}  // namespace tandem
