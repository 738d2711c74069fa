// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/source.h"

#include "scenario/scenario.h"

namespace tandem {

namespace {

// Travels in a shared pointer as what it calls in the end, so that neither scenarios nor models
// need to know of sources.
template <class Thing, class Source>
struct Keeper {
  std::shared_ptr<const Thing> thing;
  std::shared_ptr<const Source> source;

  void operator()(const Thing*) { thing.reset(); }
};

template <class Thing, class Source>
std::shared_ptr<const Source> find_source(const std::shared_ptr<const Thing>& thing) {
  const auto* keeper = std::get_deleter<Keeper<Thing, Source>>(thing);
  return keeper ? keeper->source : nullptr;
}

template <class Thing, class Source>
std::shared_ptr<const Thing> keep_source(std::shared_ptr<const Thing> thing, Source source) {
  const Thing* const address = thing.get();
  return {address, Keeper<Thing, Source>{std::move(thing),
                                         std::make_shared<const Source>(std::move(source))}};
}

}  // namespace

std::shared_ptr<const ScenarioSource> source_of(const std::shared_ptr<const Scenario>& scenario) {
  return find_source<Scenario, ScenarioSource>(scenario);
}
std::shared_ptr<const ThingSource> source_of(const std::shared_ptr<const Model>& model) {
  return find_source<Model, ThingSource>(model);
}

std::shared_ptr<const Scenario> with_source(std::shared_ptr<const Scenario> scenario,
                                            ScenarioSource source) {
  return keep_source(std::move(scenario), std::move(source));
}
std::shared_ptr<const Model> with_source(std::shared_ptr<const Model> model, ThingSource source) {
  return keep_source(std::move(model), std::move(source));
}

}  // namespace tandem
