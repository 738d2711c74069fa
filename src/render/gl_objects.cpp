// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_objects.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace tandem {

namespace {

std::string compile(GLuint shader, const std::string& defines, GlTexts texts) {
  const std::string head = "#version 450 core\n" + defines;
  std::vector<const char*> parts{head.c_str()};
  parts.insert(parts.end(), texts.begin(), texts.end());
  gl::glShaderSource(shader, static_cast<GLsizei>(parts.size()), parts.data(), nullptr);
  gl::glCompileShader(shader);
  GLint is_compiled = 0;
  gl::glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
  if (is_compiled != 0) return {};
  std::array<char, 4096> log{};
  gl::glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return log.data();
}

}  // namespace

GlBuffer make_buffer() {
  GLuint name = 0;
  gl::glCreateBuffers(1, &name);
  return GlBuffer(name);
}

GlFramebuffer make_framebuffer() {
  GLuint name = 0;
  gl::glCreateFramebuffers(1, &name);
  return GlFramebuffer(name);
}

GlVertexArray make_vertex_array() {
  GLuint name = 0;
  gl::glCreateVertexArrays(1, &name);
  return GlVertexArray(name);
}

GlQuery make_query() {
  GLuint name = 0;
  gl::glCreateQueries(GL_ANY_SAMPLES_PASSED, 1, &name);
  return GlQuery(name);
}

GlTexture make_texture(GLenum format, int width, int height, int levels) {
  GLuint name = 0;
  gl::glCreateTextures(GL_TEXTURE_2D, 1, &name);
  gl::glTextureStorage2D(name, levels, format, width, height);
  gl::glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl::glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  gl::glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl::glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return GlTexture(name);
}

GlTexture make_texture_array(GLenum format, int width, int height, int layers) {
  GLuint name = 0;
  gl::glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &name);
  gl::glTextureStorage3D(name, 1, format, width, height, layers);
  gl::glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  gl::glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return GlTexture(name);
}

void fill(const GlBuffer& buffer, const void* data, std::size_t bytes) {
  // an empty buffer cannot be bound
  if (bytes == 0)
    gl::glNamedBufferData(buffer, 16, nullptr, GL_DYNAMIC_DRAW);
  else
    gl::glNamedBufferData(buffer, static_cast<GLsizeiptr>(bytes), data, GL_DYNAMIC_DRAW);
}

Result<GlProgram> make_program(const std::string& defines, GlTexts vertex, GlTexts fragment) {
  const GLuint shaders[2] = {gl::glCreateShader(GL_VERTEX_SHADER),
                             gl::glCreateShader(GL_FRAGMENT_SHADER)};
  const std::string wrong_vertex = compile(shaders[0], defines, vertex);
  const std::string wrong_fragment = compile(shaders[1], defines, fragment);
  GlProgram program(gl::glCreateProgram());
  std::string wrong = wrong_vertex + wrong_fragment;
  if (wrong.empty()) {
    for (const GLuint shader : shaders) gl::glAttachShader(program, shader);
    gl::glLinkProgram(program);
    GLint is_linked = 0;
    gl::glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked == 0) {
      std::array<char, 4096> log{};
      gl::glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
      wrong = log.data();
    }
  }
  for (const GLuint shader : shaders) gl::glDeleteShader(shader);
  if (!wrong.empty()) return Error{fmt::format("a shader does not compile: {}", wrong)};
  return program;
}

}  // namespace tandem
