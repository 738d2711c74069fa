// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tandem {

enum class GlDevice { gpu, any };

// Whether what OpenGL calls its renderer is a processor.
bool is_software_name(std::string_view name);

// OpenGL 4.5 without a window, through EGL: on a GPU, or where there is none in software.
class GlContext {
 public:
  // With `gpu`, software does not count.
  static Result<std::unique_ptr<GlContext>> make(GlDevice device);
  ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  // Before any call of OpenGL on a thread.
  void make_current();

  const std::string& device_name() const { return device_name_; }
  bool is_software() const { return is_software_; }

 private:
  GlContext() = default;

  void* display_ = nullptr;
  void* context_ = nullptr;
  std::string device_name_;
  bool is_software_ = true;
};

}  // namespace tandem
