import type { Feature } from 'geojson';
import type { CustomLayerInterface, CustomRenderMethodInput, Map as MapLibre } from 'maplibre-gl';
import type { DataColors } from '../style/colors.ts';
import { FRAGMENT, VERTEX } from './pointShaders.ts';
import { LOOKS, largeRadius, lookOf, type Placed, placedOf, pointAt, STROKES, scaleOf, smallRadius } from './points.ts';

const POSITION = 0;
const LOOK = 1;
const SCALE = 2;
/** x, y, look and scale of a corner. */
const MEMBERS = 4;
const CORNERS = 4;
/** The two triangles of a square, by its corners. */
const TRIANGLES = [0, 1, 2, 2, 1, 3];

/**
 * Points as circles, drawn at once from one buffer that is filled when they change. As a source of MapLibre they are cut into tiles, and each frame
 * looks for them and takes the new ones in.
 */
export class PointLayer implements CustomLayerInterface {
  readonly id = 'points';
  readonly type = 'custom';
  readonly #map: MapLibre;
  readonly #colors: DataColors;
  #placed: Placed = placedOf([]);
  #looks = new Float32Array();
  #scales = new Float32Array();
  #isFilled = false;
  #made: Made | null = null;

  constructor(map: MapLibre, colors: DataColors) {
    this.#map = map;
    this.#colors = colors;
  }

  /** Replaces the points. */
  set(features: readonly Feature[]): void {
    this.#placed = placedOf(features);
    this.#looks = Float32Array.from(features, ({ properties }) => lookOf(properties?.state));
    this.#scales = Float32Array.from(features, ({ properties }) => scaleOf(properties?.weight));
    this.#isFilled = false;
    this.#map.triggerRepaint();
  }

  /** Number of the highest point below a pixel; null where there is none. */
  at(pixel: { readonly x: number; readonly y: number }): number | null {
    const zoom = this.#map.getZoom();
    const radii = LOOKS.map(({ isLarge }) =>
      isLarge ? ([largeRadius(zoom), STROKES[1]] as const) : ([smallRadius(zoom), STROKES[0]] as const),
    );
    return pointAt(this.#placed, this.#map.unproject([pixel.x, pixel.y]), zoom, (i) => {
      const [radius, stroke] = radii[this.#looks[i] ?? 0] ?? [0, 0];
      return radius * (this.#scales[i] ?? 1) + stroke;
    });
  }

  onAdd(_: MapLibre, gl: WebGL2RenderingContext): void {
    this.#made = make(gl);
    this.#isFilled = false;
  }

  onRemove(_: MapLibre, gl: WebGL2RenderingContext): void {
    if (this.#made === null) return;
    const { program, vertices, corners, triangles } = this.#made;
    gl.deleteVertexArray(vertices);
    for (const buffer of [corners, triangles]) gl.deleteBuffer(buffer);
    gl.deleteProgram(program);
    this.#made = null;
  }

  render(gl: WebGL2RenderingContext, { defaultProjectionData }: CustomRenderMethodInput): void {
    if (this.#made !== null) this.#draw(gl, this.#made, defaultProjectionData.mainMatrix);
  }

  #draw(gl: WebGL2RenderingContext, made: Made, mainMatrix: ArrayLike<number>): void {
    const { program, vertices, uniform } = made;
    // biome-ignore lint/correctness/useHookAtTopLevel: a call of WebGL, not a hook.
    gl.useProgram(program);
    gl.bindVertexArray(vertices);
    if (!this.#isFilled) this.#fill(gl, made);
    const ratio = this.#map.getPixelRatio();
    const zoom = this.#map.getZoom();
    gl.uniformMatrix4fv(uniform.matrix, false, around(mainMatrix, this.#placed.origin, this.#map.getCenter().lng));
    gl.uniform2f(uniform.pixel, (2 * ratio) / gl.drawingBufferWidth, (2 * ratio) / gl.drawingBufferHeight);
    gl.uniform2f(uniform.radius, smallRadius(zoom), largeRadius(zoom));
    gl.uniform1f(uniform.ratio, ratio);
    gl.drawElements(gl.TRIANGLES, this.#looks.length * TRIANGLES.length, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }

  /** Every point has four corners, not one square for all: a processor in the place of a graphics card takes each of those as a drawing of its own. */
  #fill(gl: WebGL2RenderingContext, { corners: buffer, uniform }: Made): void {
    this.#isFilled = true;
    const { offsets } = this.#placed;
    const corners = new Float32Array(this.#looks.length * CORNERS * MEMBERS);
    const triangles = new Uint32Array(this.#looks.length * TRIANGLES.length);
    for (const [i, look] of this.#looks.entries()) {
      const point = [offsets[2 * i] as number, offsets[2 * i + 1] as number, look, this.#scales[i] ?? 1];
      for (let corner = 0; corner < CORNERS; corner++) corners.set(point, (i * CORNERS + corner) * MEMBERS);
      for (const [k, corner] of TRIANGLES.entries()) triangles[i * TRIANGLES.length + k] = i * CORNERS + corner;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    const colorsOf = (part: 'fill' | 'edge') => LOOKS.flatMap((look) => parts(this.#colors[look[part]]));
    gl.uniform4fv(uniform.fill, colorsOf('fill'));
    gl.uniform4fv(uniform.edge, colorsOf('edge'));
    gl.uniform2f(uniform.stroke, ...STROKES);
    gl.uniform1fv(
      uniform.large,
      LOOKS.map(({ isLarge }) => Number(isLarge)),
    );
  }
}

type Made = ReturnType<typeof make>;

function make(gl: WebGL2RenderingContext) {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type) as WebGLShader;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.bindAttribLocation(program, POSITION, 'a_position');
  gl.bindAttribLocation(program, LOOK, 'a_look');
  gl.bindAttribLocation(program, SCALE, 'a_scale');
  gl.linkProgram(program);
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  const [corners, triangles] = [gl.createBuffer(), gl.createBuffer()];
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles);
  const bytes = Float32Array.BYTES_PER_ELEMENT;
  for (const [location, size, first] of [
    [POSITION, 2, 0],
    [LOOK, 1, 2],
    [SCALE, 1, 3],
  ] as const) {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, MEMBERS * bytes, first * bytes);
  }
  gl.bindVertexArray(null);
  const at = (name: string) => gl.getUniformLocation(program, `u_${name}`);
  const uniform = {
    matrix: at('matrix'),
    pixel: at('pixel'),
    radius: at('radius'),
    ratio: at('ratio'),
    fill: at('fill'),
    edge: at('edge'),
    stroke: at('stroke'),
    large: at('large'),
  };
  return { program, vertices, corners, triangles, uniform };
}

/** The matrix for offsets from a place, in that copy of the world which is nearest to what is looked at. */
function around(matrix: ArrayLike<number>, [x, y]: readonly [number, number], lng: number): Float32Array {
  const shifted = x + Math.round((lng + 180) / 360 - x);
  const out = Float32Array.from(matrix);
  for (let row = 0; row < 4; row++)
    out[12 + row] = (matrix[row] ?? 0) * shifted + (matrix[4 + row] ?? 0) * y + (matrix[12 + row] ?? 0);
  return out;
}

/** Red, green, blue and opacity of "#rrggbb". */
const parts = (color: string): number[] => [
  ...[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255),
  1,
];
