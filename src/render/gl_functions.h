// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <GL/glcorearb.h>

namespace tandem {

// Every function of OpenGL that is used, found at run time: no GL library is linked.
#define TANDEM_GL_FUNCTIONS(use)                                                                                                           \
  use(PFNGLUNIFORMMATRIX3FVPROC, glUniformMatrix3fv) use(                                                                                  \
      PFNGLDRAWELEMENTSINSTANCEDBASEINSTANCEPROC,                                                                                          \
      glDrawElementsInstancedBaseInstance) use(PFNGLVERTEXARRAYBINDINGDIVISORPROC,                                                         \
                                               glVertexArrayBindingDivisor) use(PFNGLCOPYIMAGESUBDATAPROC,                                 \
                                                                                glCopyImageSubData)                                        \
      use(PFNGLBLITNAMEDFRAMEBUFFERPROC, glBlitNamedFramebuffer) use(PFNGLSCISSORPROC, glScissor) use(                                     \
          PFNGLACTIVETEXTUREPROC,                                                                                                          \
          glActiveTexture) use(PFNGLATTACHSHADERPROC,                                                                                      \
                               glAttachShader) use(PFNGLBEGINQUERYPROC,                                                                    \
                                                   glBeginQuery) use(PFNGLBINDBUFFERPROC,                                                  \
                                                                     glBindBuffer) use(PFNGLBINDBUFFERBASEPROC,                            \
                                                                                       glBindBufferBase)                                   \
          use(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer) use(PFNGLBINDTEXTUREUNITPROC, glBindTextureUnit) use(                           \
              PFNGLBINDVERTEXARRAYPROC,                                                                                                    \
              glBindVertexArray) use(PFNGLBLENDFUNCPROC,                                                                                   \
                                     glBlendFunc) use(PFNGLCLEARBUFFERFVPROC,                                                              \
                                                      glClearBufferfv) use(PFNGLCLEARBUFFERUIVPROC,                                        \
                                                                           glClearBufferuiv)                                               \
              use(PFNGLCLIPCONTROLPROC, glClipControl) use(PFNGLCOMPILESHADERPROC, glCompileShader) use(                                   \
                  PFNGLCREATEBUFFERSPROC,                                                                                                  \
                  glCreateBuffers) use(PFNGLCREATEFRAMEBUFFERSPROC,                                                                        \
                                       glCreateFramebuffers) use(PFNGLCREATEPROGRAMPROC,                                                   \
                                                                 glCreateProgram) use(PFNGLCREATEQUERIESPROC,                              \
                                                                                      glCreateQueries)                                     \
                  use(PFNGLCREATESHADERPROC, glCreateShader) use(PFNGLCREATETEXTURESPROC, glCreateTextures) use(                           \
                      PFNGLCREATEVERTEXARRAYSPROC,                                                                                         \
                      glCreateVertexArrays) use(PFNGLCULLFACEPROC,                                                                         \
                                                glCullFace) use(PFNGLDELETEBUFFERSPROC,                                                    \
                                                                glDeleteBuffers)                                                           \
                      use(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers) use(                                                          \
                          PFNGLDELETEPROGRAMPROC,                                                                                          \
                          glDeleteProgram) use(PFNGLDELETEQUERIESPROC,                                                                     \
                                               glDeleteQueries) use(PFNGLDELETESHADERPROC,                                                 \
                                                                    glDeleteShader) use(PFNGLDELETETEXTURESPROC,                           \
                                                                                        glDeleteTextures) use(PFNGLDELETEVERTEXARRAYSPROC, \
                                                                                                              glDeleteVertexArrays)        \
                          use(PFNGLDEPTHFUNCPROC, glDepthFunc) use(PFNGLDEPTHMASKPROC, glDepthMask) use(                                   \
                              PFNGLDISABLEPROC,                                                                                            \
                              glDisable) use(PFNGLDRAWARRAYSPROC,                                                                          \
                                             glDrawArrays) use(PFNGLDRAWELEMENTSINSTANCEDPROC,                                             \
                                                               glDrawElementsInstanced) use(PFNGLDISABLEIPROC,                             \
                                                                                            glDisablei)                                    \
                              use(PFNGLENABLEIPROC, glEnablei) use(                                                                        \
                                  PFNGLUNIFORM4IVPROC,                                                                                     \
                                  glUniform4iv) use(PFNGLENABLEPROC,                                                                       \
                                                    glEnable) use(PFNGLENDQUERYPROC, glEndQuery)                                           \
                                  use(PFNGLFINISHPROC, glFinish) use(PFNGLGETERRORPROC, glGetError) use(                                   \
                                      PFNGLGETINTEGERVPROC,                                                                                \
                                      glGetIntegerv) use(PFNGLGETPROGRAMIVPROC,                                                            \
                                                         glGetProgramiv) use(PFNGLGETPROGRAMINFOLOGPROC,                                   \
                                                                             glGetProgramInfoLog)                                          \
                                      use(PFNGLGETQUERYOBJECTUIVPROC, glGetQueryObjectuiv) use(                                            \
                                          PFNGLGETSHADERIVPROC,                                                                            \
                                          glGetShaderiv) use(PFNGLGETSHADERINFOLOGPROC,                                                    \
                                                             glGetShaderInfoLog) use(PFNGLGETSTRINGPROC,                                   \
                                                                                     glGetString)                                          \
                                          use(PFNGLGETUNIFORMLOCATIONPROC, glGetUniformLocation) use(                                      \
                                              PFNGLLINKPROGRAMPROC,                                                                        \
                                              glLinkProgram) use(PFNGLNAMEDBUFFERDATAPROC,                                                 \
                                                                 glNamedBufferData) use(PFNGLNAMEDBUFFERSUBDATAPROC,                       \
                                                                                        glNamedBufferSubData)                              \
                                              use(PFNGLNAMEDFRAMEBUFFERDRAWBUFFERSPROC, glNamedFramebufferDrawBuffers) use(                \
                                                  PFNGLNAMEDFRAMEBUFFERREADBUFFERPROC,                                                     \
                                                  glNamedFramebufferReadBuffer) use(PFNGLNAMEDFRAMEBUFFERTEXTUREPROC,                      \
                                                                                    glNamedFramebufferTexture)                             \
                                                  use(PFNGLNAMEDFRAMEBUFFERTEXTURELAYERPROC, glNamedFramebufferTextureLayer) use(          \
                                                      PFNGLCHECKNAMEDFRAMEBUFFERSTATUSPROC,                                                \
                                                      glCheckNamedFramebufferStatus)                                                       \
                                                      use(PFNGLPIXELSTOREIPROC, glPixelStorei) use(                                        \
                                                          PFNGLREADPIXELSPROC,                                                             \
                                                          glReadPixels) use(PFNGLSHADERSOURCEPROC,                                         \
                                                                            glShaderSource)                                                \
                                                          use(PFNGLTEXTUREPARAMETERFVPROC, glTextureParameterfv) use(                      \
                                                              PFNGLTEXTUREPARAMETERIPROC,                                                  \
                                                              glTextureParameteri) use(PFNGLTEXTURESTORAGE2DPROC,                          \
                                                                                       glTextureStorage2D)                                 \
                                                              use(PFNGLTEXTURESTORAGE3DPROC, glTextureStorage3D) use(                      \
                                                                  PFNGLTEXTURESUBIMAGE2DPROC,                                              \
                                                                  glTextureSubImage2D) use(PFNGLUNIFORM1FPROC,                             \
                                                                                           glUniform1f)                                    \
                                                                  use(PFNGLUNIFORM1IPROC, glUniform1i) use(                                \
                                                                      PFNGLUNIFORM1UIPROC,                                                 \
                                                                      glUniform1ui) use(PFNGLUNIFORM2FPROC,                                \
                                                                                        glUniform2f)                                       \
                                                                      use(PFNGLUNIFORM3FVPROC, glUniform3fv) use(                          \
                                                                          PFNGLUNIFORM4FVPROC,                                             \
                                                                          glUniform4fv) use(PFNGLUNIFORMMATRIX4FVPROC,                     \
                                                                                            glUniformMatrix4fv)                            \
                                                                          use(PFNGLUSEPROGRAMPROC, glUseProgram) use(                      \
                                                                              PFNGLVERTEXARRAYATTRIBBINDINGPROC,                           \
                                                                              glVertexArrayAttribBinding)                                  \
                                                                              use(PFNGLVERTEXARRAYATTRIBFORMATPROC,                        \
                                                                                  glVertexArrayAttribFormat)                               \
                                                                                  use(PFNGLVERTEXARRAYELEMENTBUFFERPROC,                   \
                                                                                      glVertexArrayElementBuffer)                          \
                                                                                      use(PFNGLVERTEXARRAYVERTEXBUFFERPROC,                \
                                                                                          glVertexArrayVertexBuffer)                       \
                                                                                          use(PFNGLENABLEVERTEXARRAYATTRIBPROC,            \
                                                                                              glEnableVertexArrayAttrib)                   \
                                                                                              use(PFNGLVIEWPORTPROC,                       \
                                                                                                  glViewport)

#define TANDEM_DECLARE_GL(type, name) extern type name;
namespace gl {
TANDEM_GL_FUNCTIONS(TANDEM_DECLARE_GL)
}
#undef TANDEM_DECLARE_GL

// The name of a function that is missing, or null. `find` is eglGetProcAddress. Any thread.
const char* load_gl(void (*(*find)(const char*))());

}  // namespace tandem
