import { LOOKS } from './points.ts';

/** The corners of a square per point, as wide as its circle and the circle's edge. */
export const VERTEX = `#version 300 es
uniform mat4 u_matrix;
uniform vec2 u_pixel;
uniform vec2 u_radius;
uniform vec2 u_stroke;
uniform float u_ratio;
uniform vec4 u_fill[${LOOKS.length}];
uniform vec4 u_edge[${LOOKS.length}];
uniform float u_large[${LOOKS.length}];
in vec2 a_position;
in float a_look;
in float a_scale;
out vec2 v_corner;
out vec4 v_fill;
out vec4 v_edge;
out float v_inner;
out float v_blur;

void main() {
  int look = int(a_look);
  float radius = mix(u_radius.x, u_radius.y, u_large[look]) * a_scale;
  float reach = radius + mix(u_stroke.x, u_stroke.y, u_large[look]);
  v_corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0;
  v_fill = u_fill[look];
  v_edge = u_edge[look];
  v_inner = radius / reach;
  v_blur = 1.0 / (u_ratio * reach);
  gl_Position = u_matrix * vec4(a_position, 0.0, 1.0);
  gl_Position.xy += v_corner * reach * u_pixel * gl_Position.w;
}`;

/** A circle whose borders are smoothed over one pixel, inwards, as MapLibre draws circles. */
export const FRAGMENT = `#version 300 es
precision highp float;
in vec2 v_corner;
in vec4 v_fill;
in vec4 v_edge;
in float v_inner;
in float v_blur;
out vec4 color;

void main() {
  float away = length(v_corner);
  float inside = 1.0 - smoothstep(-v_blur, 0.0, away - 1.0);
  if (inside <= 0.0) discard;
  color = inside * mix(v_fill, v_edge, smoothstep(-v_blur, 0.0, away - v_inner));
}`;
