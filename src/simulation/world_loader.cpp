// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/world_loader.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "simulation/load_scenario.h"

namespace tandem {

namespace {

std::string first_problem(const Findings& findings) {
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) return to_string(finding);
  return findings.all().empty() ? "" : to_string(findings.all().front());
}

}  // namespace

WorldLoader::WorldLoader(SimulationOptions options)
    : options_(options), thread_([this](std::stop_token stop) { work(stop); }) {}

WorldLoader::~WorldLoader() {
  close();
  thread_.request_stop();
  thread_.join();
}

Ticket WorldLoader::load(WorldRequest request, LoadListener listener) {
  Job job{.outcome = {.ticket = next_ticket()},
          .request = std::move(request),
          .listener = std::move(listener),
          .simulation = nullptr};
  const Ticket ticket = job.outcome.ticket;

  // the newest wins over all that do not run yet
  std::vector<Job> older;
  std::unique_lock lock(mutex_);
  const bool is_closed = is_closed_;
  if (is_closed) {
    older.push_back(std::move(job));
  } else {
    older = take_unfinished();
    next_ = std::move(job);
    changed_.notify_all();
  }
  lock.unlock();
  for (Job& lost : older)
    is_closed ? answer(lost, LoadResult::cancelled, "the run has ended")
              : answer(lost, LoadResult::superseded, "another world was asked for in the meantime");
  return ticket;
}

bool WorldLoader::is_loading() const {
  const std::lock_guard lock(mutex_);
  return next_ || current_ || ready_ || taken_;
}

void WorldLoader::begin_run(ClockType clock) {
  const std::lock_guard lock(mutex_);
  clock_ = clock;
}

void WorldLoader::on_ready(std::function<void()> listener) {
  const std::lock_guard lock(mutex_);
  on_ready_ = std::move(listener);
}

std::unique_ptr<Simulation> WorldLoader::take() {
  const std::lock_guard lock(mutex_);
  if (!ready_) return nullptr;
  taken_ = std::exchange(ready_, std::nullopt);
  return std::move(taken_->simulation);
}

void WorldLoader::installed(std::unique_ptr<Simulation> former) {
  std::unique_lock lock(mutex_);
  std::optional<Job> job = std::exchange(taken_, std::nullopt);
  former_.push_back(std::move(former));
  changed_.notify_all();
  lock.unlock();
  if (job) answer(*job, LoadResult::done, "");
}

void WorldLoader::close() {
  std::unique_lock lock(mutex_);
  is_closed_ = true;
  std::vector<Job> unfinished = take_unfinished();
  if (taken_) unfinished.push_back(*std::exchange(taken_, std::nullopt));
  lock.unlock();
  for (Job& job : unfinished) answer(job, LoadResult::cancelled, "the run has ended");
}

// With the lock held. Their worlds are taken down by the thread that built them.
std::vector<WorldLoader::Job> WorldLoader::take_unfinished() {
  std::vector<Job> unfinished;
  for (std::optional<Job>* job : {&next_, &current_, &ready_}) {
    if (!*job) continue;
    if ((*job)->simulation) former_.push_back(std::move((*job)->simulation));
    unfinished.push_back(*std::exchange(*job, std::nullopt));
  }
  changed_.notify_all();
  return unfinished;
}

void WorldLoader::answer(Job& job, LoadResult result, std::string reason) {
  job.outcome.result = result;
  job.outcome.reason = std::move(reason);
  if (result != LoadResult::done) job.outcome.scenario = nullptr;
  if (job.listener) job.listener(job.outcome);
}

void WorldLoader::work(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return next_ || !former_.empty(); })) {
    if (next_) {
      current_ = std::exchange(next_, std::nullopt);
      const Ticket ticket = current_->outcome.ticket;
      const WorldRequest request = current_->request;
      lock.unlock();
      build(ticket, request);
    } else {
      const auto former = std::exchange(former_, {});
      lock.unlock();
    }
    lock.lock();
  }
}

void WorldLoader::build(Ticket ticket, const WorldRequest& request) {
  Findings findings;
  std::shared_ptr<const Scenario> scenario;
  std::unique_ptr<Simulation> simulation;
  try {
    scenario =
        request.text.empty()
            ? load_checked_scenario(request.scenario, request.options, findings)
            : load_checked_scenario_text(request.text, request.scenario, request.options, findings);
    if (scenario) findings = with_remark_on_clock(*scenario, findings);
    if (request.refuses_warnings && findings.warning_count() > 0) scenario = nullptr;
    if (scenario && is_current(ticket))
      simulation = std::make_unique<Simulation>(scenario, options_);
  } catch (const std::exception& error) {
    findings.error({request.scenario, 0}, fmt::format("could not be loaded: {}", error.what()));
  }

  std::unique_lock lock(mutex_);
  if (!current_ || current_->outcome.ticket != ticket) return;  // another one was asked for
  Job job = *std::exchange(current_, std::nullopt);
  job.outcome.findings = std::move(findings);
  if (simulation) {
    job.outcome.scenario = std::move(scenario);
    job.simulation = std::move(simulation);
    ready_ = std::move(job);
    if (on_ready_) on_ready_();
    return;
  }
  lock.unlock();
  answer(job, LoadResult::failed, first_problem(job.outcome.findings));
}

// First, as people look at what comes first.
Findings WorldLoader::with_remark_on_clock(const Scenario& scenario, const Findings& found) const {
  {
    const std::lock_guard lock(mutex_);
    if (clock_ != ClockType::zero || scenario.clock != ClockType::wall) return found;
  }
  Findings all;
  all.warn(
      {scenario.file.string(), 0},
      "has the clock 'wall', but this run began at zero and keeps its clock: time goes on from "
      "where it is, at speed 1; start a run with this scenario to have the wall's");
  for (const Finding& finding : found.all())
    finding.severity == Severity::error ? all.error(finding.place, finding.message)
                                        : all.warn(finding.place, finding.message);
  return all;
}

bool WorldLoader::is_current(Ticket ticket) const {
  const std::lock_guard lock(mutex_);
  return current_ && current_->outcome.ticket == ticket;
}

}  // namespace tandem
