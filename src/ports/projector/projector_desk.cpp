// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/projector_desk.h"

#include <fmt/format.h>

#include <cmath>

#include "scenario/projector_file.h"

namespace tandem {

namespace {

std::string spoken(FloorBodies bodies) {
  switch (bodies) {
    case FloorBodies::simulated:
      return "of simulated robots";
    case FloorBodies::all:
      return "of all robots";
    case FloorBodies::none:
      return "off";
  }
  return {};
}

const char* on_or_off(bool is_on) { return is_on ? "on" : "off"; }

}  // namespace

ProjectorDesk::ProjectorDesk(ProjectorCalibration calibration, std::filesystem::path file,
                             bool is_calibrating)
    : calibration_(std::move(calibration)),
      file_(std::move(file)),
      is_calibrating_(is_calibrating) {
  if (is_calibrating_) messages_.emplace_back(calibration_keys);
}

std::optional<std::size_t> ProjectorDesk::selected_corner() const {
  if (!is_calibrating_) return std::nullopt;
  return selected_;
}

void ProjectorDesk::show_floor(const Area& area) {
  if (has_moved_corners_) return;
  calibration_ = straight_calibration(area, calibration_.width_px, calibration_.height_px);
  grabbed_.reset();
}

void ProjectorDesk::press(const ProjectorKey& key) {
  using Kind = ProjectorKey::Kind;
  if (key.kind == Kind::letter) {
    switch (key.letter) {
      case '1':
        layers_.bodies = layers_.bodies == FloorBodies::simulated ? FloorBodies::all
                         : layers_.bodies == FloorBodies::all     ? FloorBodies::none
                                                                  : FloorBodies::simulated;
        messages_.push_back("robot bodies: " + spoken(layers_.bodies));
        return;
      case '2':
        layers_.has_lights = !layers_.has_lights;
        messages_.push_back(fmt::format("lights: {}", on_or_off(layers_.has_lights)));
        return;
      case '3':
        layers_.has_billboards = !layers_.has_billboards;
        messages_.push_back(fmt::format("billboards: {}", on_or_off(layers_.has_billboards)));
        return;
      case '4':
        layers_.has_images = !layers_.has_images;
        messages_.push_back(fmt::format("camera planes: {}", on_or_off(layers_.has_images)));
        return;
      case 'g':
        layers_.has_grid = !layers_.has_grid;
        return;
      case 'c':
        if (is_calibrating_) return;
        is_calibrating_ = true;
        messages_.emplace_back(calibration_keys);
        return;
      case 's':
        if (is_calibrating_) save();
        return;
      default:
        return;
    }
  }

  if (!is_calibrating_) return;
  const double by = key.has_shift ? 10 : 1;
  const Vec2 at = calibration_.corners_px[selected_];
  switch (key.kind) {
    case Kind::left:
      return move_corner(at + Vec2{-by, 0});
    case Kind::right:
      return move_corner(at + Vec2{by, 0});
    case Kind::up:
      return move_corner(at + Vec2{0, -by});
    case Kind::down:
      return move_corner(at + Vec2{0, by});
    case Kind::tab:
      selected_ = (selected_ + (key.has_shift ? 3 : 1)) % 4;
      return;
    case Kind::escape:
      is_calibrating_ = false;
      was_left_ = true;
      grabbed_.reset();
      if (!is_saved_)
        messages_.push_back("the new calibration is used, but not saved: c, then s saves it");
      return;
    case Kind::letter:
      return;
  }
}

void ProjectorDesk::grab(Vec2 at) {
  if (!is_calibrating_) return;
  // the nearest corner, from anywhere
  double nearest = 1e18;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 away = calibration_.corners_px[i] - at;
    const double distance = dot(away, away);
    if (distance >= nearest) continue;
    nearest = distance;
    selected_ = i;
    grabbed_ = away;
  }
}

void ProjectorDesk::drag(Vec2 to) {
  if (grabbed_) move_corner(to + *grabbed_);
}

void ProjectorDesk::release() { grabbed_.reset(); }

// A place that would fold the picture is not taken.
void ProjectorDesk::move_corner(Vec2 to) {
  ProjectorCalibration moved = calibration_;
  moved.corners_px[selected_] = to;
  if (!pixels_from_floor(moved)) return;
  calibration_ = moved;
  is_saved_ = false;
  has_moved_corners_ = true;
}

void ProjectorDesk::save() {
  if (const auto error = write_projector_file(file_, calibration_)) {
    messages_.push_back(error->message);
    return;
  }
  is_saved_ = true;
  messages_.push_back(fmt::format("saved {}", file_.string()));
}

}  // namespace tandem
