// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
import { CustomToneMapping, ShaderChunk, type WebGLRenderer } from 'three';

/** Light above 0.8 is rolled off as in pictures of cameras, see docs/rendering.md. */
export function useTandemTone(renderer: WebGLRenderer): void {
  ShaderChunk.tonemapping_pars_fragment = ShaderChunk.tonemapping_pars_fragment.replace(
    'vec3 CustomToneMapping( vec3 color ) { return color; }',
    `vec3 CustomToneMapping( vec3 color ) {
      vec3 light = color * toneMappingExposure;
      return mix( light, 1.0 - 0.04 / max( light - 0.6, 0.04 ), step( 0.8, light ) );
    }`,
  );
  renderer.toneMapping = CustomToneMapping;
}
