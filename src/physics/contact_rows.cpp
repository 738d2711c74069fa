// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/contact_rows.h"

#include <algorithm>
#include <numbers>

namespace tandem {

namespace {

constexpr int bounce_iterations = 8;

// The velocities of a block's bodies, held in registers between load and save.
struct Motion {
  Vec3Lanes linear_a, angular_a, linear_b, angular_b;

  Motion(const ContactBlock& block, const SolverVelocity* v)
      : linear_a(gather(v[block.a[0]].linear, v[block.a[1]].linear, v[block.a[2]].linear,
                        v[block.a[3]].linear)),
        angular_a(gather(v[block.a[0]].angular, v[block.a[1]].angular, v[block.a[2]].angular,
                         v[block.a[3]].angular)),
        linear_b(gather(v[block.b[0]].linear, v[block.b[1]].linear, v[block.b[2]].linear,
                        v[block.b[3]].linear)),
        angular_b(gather(v[block.b[0]].angular, v[block.b[1]].angular, v[block.b[2]].angular,
                         v[block.b[3]].angular)) {}

  void save(const ContactBlock& block, SolverVelocity* v) const {
    scatter(linear_a, v[block.a[0]].linear, v[block.a[1]].linear, v[block.a[2]].linear,
            v[block.a[3]].linear);
    scatter(angular_a, v[block.a[0]].angular, v[block.a[1]].angular, v[block.a[2]].angular,
            v[block.a[3]].angular);
    scatter(linear_b, v[block.b[0]].linear, v[block.b[1]].linear, v[block.b[2]].linear,
            v[block.b[3]].linear);
    scatter(angular_b, v[block.b[0]].angular, v[block.b[1]].angular, v[block.b[2]].angular,
            v[block.b[3]].angular);
  }

  // How fast a's point moves away from b's along a direction.
  Lanes along(const Vec3Lanes& direction, const ContactPointRows::Row& row) const {
    return dot(direction, linear_a - linear_b) + dot(row.arm_a, angular_a) -
           dot(row.arm_b, angular_b);
  }

  void push(const ContactBlock& block, const Vec3Lanes& impulse) {
    linear_a = linear_a + each_times(block.inverse_mass_a, impulse);
    linear_b = linear_b - each_times(block.inverse_mass_b, impulse);
  }
  void turn(const ContactBlock& block, const Vec3Lanes& impulse) {
    angular_a = angular_a + block.inverse_inertia_a * impulse;
    angular_b = angular_b - block.inverse_inertia_b * impulse;
  }
  void turn(const ContactPointRows::Row& row, Lanes impulse) {
    angular_a = angular_a + row.turn_a * impulse;
    angular_b = angular_b - row.turn_b * impulse;
  }
};

Mat3Lanes gather_inertia(const int (&slots)[lane_count], const SolverBody* bodies) {
  Mat3Lanes inertia;
  for (int row = 0; row < 3; ++row)
    inertia.rows[row] =
        gather(bodies[slots[0]].inverse_inertia[row], bodies[slots[1]].inverse_inertia[row],
               bodies[slots[2]].inverse_inertia[row], bodies[slots[3]].inverse_inertia[row]);
  return inertia;
}

// One vector of each body of a block; `vector` picks it.
template <typename Vector>
Vec3Lanes gather_vector(const int (&slots)[lane_count], const SolverBody* bodies,
                        const Vector& vector) {
  return gather(vector(bodies[slots[0]]), vector(bodies[slots[1]]), vector(bodies[slots[2]]),
                vector(bodies[slots[3]]));
}
const auto inverse_mass = [](const SolverBody& body) -> const float* { return body.inverse_mass; };
const auto centre = [](const SolverBody& body) -> const float* { return body.centre; };
const auto linear_midway = [](const SolverBody& body) -> const float* {
  return body.midway.linear;
};
const auto angular_midway = [](const SolverBody& body) -> const float* {
  return body.midway.angular;
};

// Two directions across a normal. They change as little as the normal does between two steps, but
// where it passes 53 degrees to the vertical: not a slope that things rest on.
void span_plane(const Vec3Lanes& n, Vec3Lanes (&tangents)[2]) {
  const auto is_steep = n.z * n.z > 0.64F;
  const Lanes u = is_steep ? n.y : n.x;
  const Lanes v = is_steep ? n.z : n.y;
  const Lanes scale = inverse_or_zero(sqrt(u * u + v * v));
  tangents[0].x = is_steep ? all(0) : -v * scale;
  tangents[0].y = is_steep ? -v * scale : u * scale;
  tangents[0].z = is_steep ? u * scale : all(0);
  tangents[1] = cross(n, tangents[0]);
}

ContactPointRows::Row row_along(const Vec3Lanes& direction, const Vec3Lanes& from_a,
                                const Vec3Lanes& from_b, const ContactBlock& block) {
  ContactPointRows::Row row;
  row.arm_a = cross(from_a, direction);
  row.arm_b = cross(from_b, direction);
  row.turn_a = block.inverse_inertia_a * row.arm_a;
  row.turn_b = block.inverse_inertia_b * row.arm_b;
  return row;
}

// How much velocity along `first` a unit impulse along `second` gives.
Lanes response(const Vec3Lanes& first, const ContactPointRows::Row& first_row,
               const Vec3Lanes& second, const ContactPointRows::Row& second_row,
               const ContactBlock& block) {
  return dot(first, each_times(block.inverse_mass_a + block.inverse_mass_b, second)) +
         dot(first_row.arm_a, second_row.turn_a) + dot(first_row.arm_b, second_row.turn_b);
}

// A manifold's points as they lie in memory, turned into lanes.
struct RawPoint {
  alignas(16) float on_a[lane_count][4] = {};
  alignas(16) float on_b[lane_count][4] = {};
  alignas(16) float normal[lane_count][4] = {};
  Lanes distance = all(0), friction = all(0), restitution = all(0);
  Lanes impulse = all(0), friction_impulse[2] = {all(0), all(0)};

  RawPoint(const ContactBlock& block, int index) {
    for (int lane = 0; lane < lane_count; ++lane) {
      const btPersistentManifold* manifold = block.manifolds[lane];
      if (manifold == nullptr || index >= manifold->getNumContacts()) continue;
      const btManifoldPoint& point = manifold->getContactPoint(index);
      for (int i = 0; i < 3; ++i) {
        on_a[lane][i] = point.m_positionWorldOnA[i];
        on_b[lane][i] = point.m_positionWorldOnB[i];
        normal[lane][i] = point.m_normalWorldOnB[i];
      }
      distance[lane] = point.m_distance1;
      friction[lane] = point.m_combinedFriction;
      restitution[lane] = point.m_combinedRestitution;
      impulse[lane] = point.m_appliedImpulse;
      friction_impulse[0][lane] = point.m_appliedImpulseLateral1;
      friction_impulse[1][lane] = point.m_appliedImpulseLateral2;
    }
  }

  static Vec3Lanes lanes_of(const float (&rows)[lane_count][4]) {
    return gather(rows[0], rows[1], rows[2], rows[3]);
  }
};

bool is_any(Lanes a) { return a[0] != 0 || a[1] != 0 || a[2] != 0 || a[3] != 0; }

void set_up_torsion(ContactBlock& block, const ContactPointRows& first) {
  TorsionRows& torsion = block.torsion;
  torsion.spinning = torsion.rolling = all(0);
  for (int lane = 0; lane < lane_count; ++lane) {
    if (block.manifolds[lane] == nullptr) continue;
    const btManifoldPoint& point = block.manifolds[lane]->getContactPoint(0);
    torsion.spinning[lane] = point.m_combinedSpinningFriction;
    torsion.rolling[lane] = point.m_combinedRollingFriction;
  }
  block.has_torsion = is_any(torsion.spinning) || is_any(torsion.rolling);
  if (!block.has_torsion) return;
  const Vec3Lanes* axes[3] = {&first.normal, &first.tangents[0], &first.tangents[1]};
  for (int i = 0; i < 3; ++i) {
    torsion.masses[i] = inverse_or_zero(dot(*axes[i], block.inverse_inertia_a * *axes[i]) +
                                        dot(*axes[i], block.inverse_inertia_b * *axes[i]));
    torsion.impulses[i] = all(0);
  }
}

void solve_torsion(ContactBlock& block, const ContactPointRows* points, Motion& motion) {
  Lanes pressure = all(0);
  for (int i = 0; i < block.point_count; ++i) pressure += points[i].impulse;
  const Vec3Lanes* axes[3] = {&points[0].normal, &points[0].tangents[0], &points[0].tangents[1]};
  for (int i = 0; i < 3; ++i) {
    const Lanes limit = pressure * (i == 0 ? block.torsion.spinning : block.torsion.rolling);
    const Lanes speed = dot(*axes[i], motion.angular_a - motion.angular_b);
    Lanes& impulse = block.torsion.impulses[i];
    const Lanes wanted = impulse - speed * block.torsion.masses[i];
    const Lanes allowed = min(limit, max(-limit, wanted));
    motion.turn(block, *axes[i] * (allowed - impulse));
    impulse = allowed;
  }
}

// Both directions at once and with one mass for both, so that friction is the same in all of them
// and pulls against the slip.
void solve_friction(const ContactBlock& block, ContactPointRows& point, Motion& motion) {
  const Lanes slip0 = motion.along(point.tangents[0], point.along_tangents[0]);
  const Lanes slip1 = motion.along(point.tangents[1], point.along_tangents[1]);
  const Lanes wanted0 = point.friction_impulse[0] - point.friction_mass * slip0;
  const Lanes wanted1 = point.friction_impulse[1] - point.friction_mass * slip1;

  const Lanes limit = point.friction * point.impulse;
  const Lanes length = sqrt(wanted0 * wanted0 + wanted1 * wanted1);
  const Lanes share = length > limit ? limit / max(length, all(1e-30F)) : all(1);
  const Lanes change0 = wanted0 * share - point.friction_impulse[0];
  const Lanes change1 = wanted1 * share - point.friction_impulse[1];
  point.friction_impulse[0] = wanted0 * share;
  point.friction_impulse[1] = wanted1 * share;

  motion.push(block, point.tangents[0] * change0 + point.tangents[1] * change1);
  motion.turn(point.along_tangents[0], change0);
  motion.turn(point.along_tangents[1], change1);
}

void change_normal_impulse(const ContactBlock& block, ContactPointRows& point, Lanes wanted,
                           Motion& motion) {
  const Lanes allowed = max(all(0), wanted);
  const Lanes change = allowed - point.impulse;
  point.impulse = allowed;
  motion.push(block, point.normal * change);
  motion.turn(point.along_normal, change);
}

}  // namespace

ContactResponse::ContactResponse(const ContactSettings& contact_settings, float step_s,
                                 int substep_count)
    : settings(contact_settings),
      substep_s(step_s / static_cast<float>(substep_count)),
      substeps(substep_count) {
  // the spring integrated implicitly, as an impulse and how much of it to take back
  const float omega = 2 * std::numbers::pi_v<float> * settings.stiffness / substep_s;
  const float damping = 2 * settings.damping_ratio + substep_s * omega;
  const float stiffness = substep_s * omega * damping;
  push_out_rate = omega / damping;
  mass_share = stiffness / (1 + stiffness);
  impulse_leak = 1 / (1 + stiffness);
}

void set_up(ContactBlock& block, ContactPointRows* points, const SolverBody* bodies,
            const ContactResponse& contact_response) {
  const ContactSettings& settings = contact_response.settings;
  block.inverse_mass_a = gather_vector(block.a, bodies, inverse_mass);
  block.inverse_mass_b = gather_vector(block.b, bodies, inverse_mass);
  block.inverse_inertia_a = gather_inertia(block.a, bodies);
  block.inverse_inertia_b = gather_inertia(block.b, bodies);
  const Vec3Lanes centre_a = gather_vector(block.a, bodies, centre);
  const Vec3Lanes centre_b = gather_vector(block.b, bodies, centre);
  const Vec3Lanes linear =
      gather_vector(block.a, bodies, linear_midway) - gather_vector(block.b, bodies, linear_midway);
  const Vec3Lanes angular_a = gather_vector(block.a, bodies, angular_midway);
  const Vec3Lanes angular_b = gather_vector(block.b, bodies, angular_midway);

  block.bounces = false;
  for (int i = 0; i < block.point_count; ++i) {
    const RawPoint raw(block, i);
    ContactPointRows& point = points[i];
    const Vec3Lanes from_a = RawPoint::lanes_of(raw.on_a) - centre_a;
    const Vec3Lanes from_b = RawPoint::lanes_of(raw.on_b) - centre_b;
    point.normal = RawPoint::lanes_of(raw.normal);
    span_plane(point.normal, point.tangents);

    point.along_normal = row_along(point.normal, from_a, from_b, block);
    point.mass = inverse_or_zero(
        response(point.normal, point.along_normal, point.normal, point.along_normal, block));

    // friction: the response in the direction where it is greatest
    auto& [t0, t1] = point.tangents;
    auto& [row0, row1] = point.along_tangents;
    row0 = row_along(t0, from_a, from_b, block);
    row1 = row_along(t1, from_a, from_b, block);
    const Lanes k00 = response(t0, row0, t0, row0, block);
    const Lanes k01 = response(t0, row0, t1, row1, block);
    const Lanes k11 = response(t1, row1, t1, row1, block);
    const Lanes half_difference = 0.5F * (k00 - k11);
    point.friction_mass =
        inverse_or_zero(0.5F * (k00 + k11) + sqrt(half_difference * half_difference + k01 * k01));
    point.friction = raw.friction;
    point.gap = raw.distance;

    const Lanes hit_speed = dot(point.normal, linear) + dot(point.along_normal.arm_a, angular_a) -
                            dot(point.along_normal.arm_b, angular_b);
    point.bounce =
        hit_speed < -settings.bounce_threshold_mps ? -hit_speed * raw.restitution : all(0);
    block.bounces = block.bounces || is_any(point.bounce);

    // what flies apart needs no help from the step before
    const Lanes warm = hit_speed > settings.bounce_threshold_mps
                           ? all(0)
                           : all(1 / static_cast<float>(contact_response.substeps));
    point.impulse = raw.impulse * warm;
    point.friction_impulse[0] = raw.friction_impulse[0] * warm;
    point.friction_impulse[1] = raw.friction_impulse[1] * warm;
    point.impulse_sum = point.friction_impulse_sum[0] = point.friction_impulse_sum[1] = all(0);
  }
  set_up_torsion(block, points[0]);
}

void warm_start(const ContactBlock& block, const ContactPointRows* points,
                SolverVelocity* velocities) {
  Motion motion(block, velocities);
  for (int i = 0; i < block.point_count; ++i) {
    const ContactPointRows& point = points[i];
    motion.push(block, point.normal * point.impulse +
                           point.tangents[0] * point.friction_impulse[0] +
                           point.tangents[1] * point.friction_impulse[1]);
    motion.turn(point.along_normal, point.impulse);
    motion.turn(point.along_tangents[0], point.friction_impulse[0]);
    motion.turn(point.along_tangents[1], point.friction_impulse[1]);
  }
  motion.save(block, velocities);
}

void push_out(ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities,
              const SolverVelocity* ways, const ContactResponse& contact_response) {
  Motion motion(block, velocities);
  const Motion way(block, ways);
  if (block.has_torsion) solve_torsion(block, points, motion);
  for (int i = 0; i < block.point_count; ++i) solve_friction(block, points[i], motion);
  for (int i = 0; i < block.point_count; ++i) {
    ContactPointRows& point = points[i];
    const Lanes gap = point.gap + way.along(point.normal, point.along_normal);
    const auto is_apart = gap > 0.0F;
    const Lanes depth = max(all(0), -gap - contact_response.settings.allowed_depth_m);
    // a gap may close within the substep, an overlap opens softly
    const Lanes target = is_apart ? -gap * (1 / contact_response.substep_s)
                                  : min(depth * contact_response.push_out_rate,
                                        all(contact_response.settings.max_push_out_mps));
    const Lanes share = is_apart ? all(1) : all(contact_response.mass_share);
    const Lanes leak = is_apart ? all(0) : all(contact_response.impulse_leak);
    const Lanes speed = motion.along(point.normal, point.along_normal);
    change_normal_impulse(
        block, point, point.impulse + (target - speed) * point.mass * share - point.impulse * leak,
        motion);
  }
  motion.save(block, velocities);
}

void relax(ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities,
           const SolverVelocity* ways, const ContactResponse& contact_response) {
  Motion motion(block, velocities);
  const Motion way(block, ways);
  for (int i = 0; i < block.point_count; ++i) {
    ContactPointRows& point = points[i];
    const Lanes gap = point.gap + way.along(point.normal, point.along_normal);
    const Lanes target = min(all(0), -gap * (1 / contact_response.substep_s));
    const Lanes speed = motion.along(point.normal, point.along_normal);
    change_normal_impulse(block, point, point.impulse + (target - speed) * point.mass, motion);
    point.impulse_sum += point.impulse;
  }
  // last here: push-out has weakened the impulses that friction goes by, now they are restored
  for (int i = 0; i < block.point_count; ++i) {
    ContactPointRows& point = points[i];
    solve_friction(block, point, motion);
    point.friction_impulse_sum[0] += point.friction_impulse[0];
    point.friction_impulse_sum[1] += point.friction_impulse[1];
  }
  if (block.has_torsion) solve_torsion(block, points, motion);
  motion.save(block, velocities);
}

void bounce(const ContactBlock& block, ContactPointRows* points, SolverVelocity* velocities) {
  if (!block.bounces) return;
  Motion motion(block, velocities);
  // back and forth between a face's corners, or it would leave with a spin that it did not bring
  Lanes given[MANIFOLD_CACHE_SIZE] = {};
  for (int iteration = 0; iteration < bounce_iterations; ++iteration) {
    for (int i = 0; i < block.point_count; ++i) {
      const ContactPointRows& point = points[i];
      const auto is_hit = (point.bounce > 0.0F) & (point.impulse_sum > 0.0F);
      const Lanes speed = motion.along(point.normal, point.along_normal);
      const Lanes wanted = max(all(0), given[i] + (point.bounce - speed) * point.mass);
      const Lanes change = is_hit ? wanted - given[i] : all(0);
      given[i] += change;
      motion.push(block, point.normal * change);
      motion.turn(point.along_normal, change);
    }
  }
  for (int i = 0; i < block.point_count; ++i) points[i].impulse_sum += given[i];
  motion.save(block, velocities);
}

void store(const ContactBlock& block, const ContactPointRows* points) {
  for (int lane = 0; lane < lane_count; ++lane) {
    btPersistentManifold* manifold = block.manifolds[lane];
    if (manifold == nullptr) continue;
    for (int i = 0; i < manifold->getNumContacts(); ++i) {
      btManifoldPoint& point = manifold->getContactPoint(i);
      point.m_appliedImpulse = points[i].impulse_sum[lane];
      point.m_appliedImpulseLateral1 = points[i].friction_impulse_sum[0][lane];
      point.m_appliedImpulseLateral2 = points[i].friction_impulse_sum[1][lane];
    }
  }
}

}  // namespace tandem
