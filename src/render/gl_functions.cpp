// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_functions.h"

namespace tandem {

namespace gl {
#define TANDEM_DEFINE_GL(type, name) type name = nullptr;
TANDEM_GL_FUNCTIONS(TANDEM_DEFINE_GL)
#undef TANDEM_DEFINE_GL
}  // namespace gl

namespace {

const char* load_all(void (*(*find)(const char*))()) {
#define TANDEM_LOAD_GL(type, name)                \
  gl::name = reinterpret_cast<type>(find(#name)); \
  if (gl::name == nullptr) return #name;
  TANDEM_GL_FUNCTIONS(TANDEM_LOAD_GL)
#undef TANDEM_LOAD_GL
  return nullptr;
}

}  // namespace

const char* load_gl(void (*(*find)(const char*))()) {
  // the same functions serve every context, and threads that draw must not see them change
  static const char* const missing = load_all(find);
  return missing;
}

}  // namespace tandem
