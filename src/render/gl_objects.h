// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "base/result.h"
#include "render/gl_functions.h"

namespace tandem {

// Handles of OpenGL that delete what they name. They live and die while their context is current.
template <void (*destroy)(GLuint)>
class GlHandle {
 public:
  GlHandle() = default;
  explicit GlHandle(GLuint name) : name_(name) {}
  ~GlHandle() {
    if (name_ != 0) destroy(name_);
  }
  GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  operator GLuint() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void destroy_buffer(GLuint name) { gl::glDeleteBuffers(1, &name); }
inline void destroy_texture(GLuint name) { gl::glDeleteTextures(1, &name); }
inline void destroy_framebuffer(GLuint name) { gl::glDeleteFramebuffers(1, &name); }
inline void destroy_vertex_array(GLuint name) { gl::glDeleteVertexArrays(1, &name); }
inline void destroy_program(GLuint name) { gl::glDeleteProgram(name); }
inline void destroy_query(GLuint name) { gl::glDeleteQueries(1, &name); }

using GlBuffer = GlHandle<destroy_buffer>;
using GlTexture = GlHandle<destroy_texture>;
using GlFramebuffer = GlHandle<destroy_framebuffer>;
using GlVertexArray = GlHandle<destroy_vertex_array>;
using GlProgram = GlHandle<destroy_program>;
using GlQuery = GlHandle<destroy_query>;

GlBuffer make_buffer();
GlFramebuffer make_framebuffer();
GlVertexArray make_vertex_array();
GlQuery make_query();
GlTexture make_texture(GLenum format, int width, int height, int levels = 1);
GlTexture make_texture_array(GLenum format, int width, int height, int layers);

// Puts bytes into a buffer, which grows when it must.
void fill(const GlBuffer& buffer, const void* data, std::size_t bytes);

// `defines` goes after the version line of both. An error has the compiler's words.
// Each shader may come in several texts that follow each other.
using GlTexts = std::initializer_list<const char*>;
Result<GlProgram> make_program(const std::string& defines, GlTexts vertex, GlTexts fragment);

}  // namespace tandem
