// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_context.h"

#include <mutex>

namespace tandem {

std::shared_ptr<Context> dds_context(const DdsOptions& options) {
  return make_context(make_dds_transport(options));
}

std::shared_ptr<Context> program_context() {
  static std::mutex mutex;
  static std::weak_ptr<Context> shared;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Context> context = shared.lock();
  if (!context) shared = context = dds_context(DdsOptions::from_environment());
  return context;
}

}  // namespace tandem
