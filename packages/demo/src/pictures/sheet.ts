import { simplifyLine } from '@hinterland/geo';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import type { Bounds } from '../geometry/bounds.ts';
import { fromDegrees, type Point } from '../geometry/plane.ts';
import { INK, PAPER, SEA } from './colors.ts';

/** Units of the drawing per pixel: coordinates are whole tenths, which keeps paths short. */
const UNITS = 10;
const WIDTH = 1_200;
/** Height of the strip under the map that holds title and legend. */
const STRIP = 84;
/** Lines lose points that lie within this many units of the rest. */
const TOLERANCE = 4;

/** An entry of a legend: a line, a dot or a field of a color. */
export interface Key {
  readonly text: string;
  readonly color: string;
  readonly form: 'field' | 'line' | 'dashed' | 'dot';
}

/** A map of a part of the plane, with a title and a legend, as SVG. */
export class Sheet {
  readonly #frame: Bounds;
  readonly #scale: number;
  readonly #height: number;
  readonly #parts: string[] = [];

  constructor(frame: Bounds) {
    this.#frame = frame;
    this.#scale = (WIDTH * UNITS) / (frame.east - frame.west);
    this.#height = Math.round(((frame.north - frame.south) * this.#scale) / UNITS);
  }

  /** Pixels that a length on the ground takes. */
  pixels(meters: number): number {
    return (meters * this.#scale) / UNITS;
  }

  /** The same areas, once for each set of attributes, such as their edge and their ground. Outlines are in degrees. */
  areas(outlines: Iterable<MultiPolygonCoordinates>, ...layers: string[]): void {
    let path = '';
    for (const rings of [...outlines].flat(1)) {
      for (const ring of rings)
        path += this.#path(
          ring.map(([lng, lat]) => fromDegrees(lng!, lat!)),
          true,
        );
    }
    if (layers.length === 1) this.#add(path, `fill-rule="evenodd" ${layers[0]}`);
    else {
      const id = `areas${this.#parts.length}`;
      this.#parts.push(`<defs><path id="${id}" fill-rule="evenodd" d="${path}"/></defs>`);
      for (const attributes of layers) this.#parts.push(`<use href="#${id}" ${attributes}/>`);
    }
  }

  /** Closed lines of one color. */
  rings(rings: Iterable<readonly Point[]>, attributes: string): void {
    let path = '';
    for (const ring of rings) path += this.#path(ring, true);
    this.#add(path, attributes);
  }

  /** Lines of one color and width in pixels. */
  lines(lines: Iterable<readonly Point[]>, color: string, widthPixels: number, attributes = ''): void {
    let path = '';
    for (const line of lines) path += this.#path(line, false);
    this.#add(path, `fill="none" stroke="${color}" stroke-width="${Math.round(widthPixels * UNITS)}" ${attributes}`);
  }

  /** Round dots of one color and diameter in pixels. */
  dots(points: Iterable<Point>, color: string, diameterPixels: number, attributes = ''): void {
    let path = '';
    for (const point of points) if (this.#isInside(point)) path += `M${this.#place(point).join(' ')}h0`;
    this.#add(path, `stroke="${color}" stroke-width="${Math.round(diameterPixels * UNITS)}" ${attributes}`);
  }

  /** A name in the middle of its place, readable on any ground. */
  label(text: string, at: Point, pixels: number, attributes = ''): void {
    const [x, y] = this.#place(at);
    const half = text.length * pixels * 0.3 * UNITS;
    if (x < half || x > WIDTH * UNITS - half || y < pixels * UNITS || y > this.#height * UNITS) return;
    this.#parts.push(
      `<text x="${x}" y="${y}" font-size="${pixels * UNITS}" text-anchor="middle" class="label" ${attributes}>${escaped(text)}</text>`,
    );
  }

  /** Returns the finished picture. `note` is a comment in the file. */
  toSvg(title: string, text: string, keys: readonly Key[], note: string): string {
    const [width, height, strip] = [WIDTH * UNITS, this.#height * UNITS, STRIP * UNITS];
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + strip}" width="${WIDTH}" height="${this.#height + STRIP}" role="img" aria-label="${escaped(`${title}: ${text}`)}">
<!-- ${note} -->
<style>text{font-family:system-ui,"Segoe UI","Helvetica Neue","DejaVu Sans",sans-serif;fill:${INK}}.label{paint-order:stroke;stroke:${PAPER};stroke-width:36;stroke-linejoin:round;font-weight:500}path{stroke-linecap:round;stroke-linejoin:round}</style>
<clipPath id="map"><rect width="${width}" height="${height}"/></clipPath>
<rect width="${width}" height="${height + strip}" fill="${PAPER}"/>
<rect width="${width}" height="${height}" fill="${SEA}"/>
<g clip-path="url(#map)">
${this.#parts.join('\n')}
${this.#scaleBar()}
</g>
<text x="160" y="${height + 350}" font-size="230" font-weight="600">${escaped(title)}</text>
<text x="160" y="${height + 640}" font-size="150" opacity=".75">${escaped(text)}</text>
${this.#legend(keys)}
</svg>
`;
  }

  #legend(keys: readonly Key[]): string {
    const top = this.#height * UNITS;
    // Two rows, filled from the right, by the estimated width of the texts.
    const columns = [0, 2, 4, 6].map((i) => keys.slice(i, i + 2)).filter((column) => column.length > 0);
    let x = WIDTH * UNITS - 100;
    return columns
      .reverse()
      .map((column) => {
        x -= Math.max(...column.map(({ text }) => 480 + text.length * 76));
        return column.map((key, row) => this.#key(key, x, top + 300 + row * 300)).join('');
      })
      .join('\n');
  }

  #key({ text, color, form }: Key, x: number, y: number): string {
    const sign =
      form === 'field'
        ? `<rect x="${x}" y="${y - 110}" width="240" height="150" rx="20" fill="${color}" stroke="${INK}" stroke-opacity=".25" stroke-width="8"/>`
        : form === 'dot'
          ? `<circle cx="${x + 120}" cy="${y - 36}" r="60" fill="${color}"/>`
          : `<path d="M${x} ${y - 36}h240" stroke="${color}" stroke-width="50"${form === 'dashed' ? ' stroke-dasharray="10 90"' : ''}/>`;
    return `${sign}<text x="${x + 320}" y="${y + 16}" font-size="140">${escaped(text)}</text>`;
  }

  #scaleBar(): string {
    const kilometers = [10, 5, 2, 1, 0.5, 0.2].find((km) => this.pixels(km * 1000) < 0.2 * WIDTH)!;
    const length = Math.round(this.pixels(kilometers * 1000) * UNITS);
    const y = this.#height * UNITS - 180;
    const text = kilometers < 1 ? `${kilometers * 1000} m` : `${kilometers} km`;
    return `<path d="M160 ${y - 60}v60h${length}v-60" fill="none" stroke="${INK}" stroke-width="14"/><text x="${160 + length / 2}" y="${y - 50}" font-size="130" text-anchor="middle" class="label">${text}</text>`;
  }

  #add(path: string, attributes: string): void {
    if (path !== '') this.#parts.push(`<path d="${path}" ${attributes.trim()}/>`);
  }

  #place({ x, y }: Point): [number, number] {
    return [Math.round((x - this.#frame.west) * this.#scale), Math.round((this.#frame.north - y) * this.#scale)];
  }

  #isInside({ x, y }: Point): boolean {
    const { west, south, east, north } = this.#frame;
    return x > west && x < east && y > south && y < north;
  }

  /** A path through points of the plane: its first place, then steps. Empty where it lies off the sheet. */
  #path(points: readonly Point[], closed: boolean): string {
    const places = points.map((point) => this.#place(point));
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const [right, bottom] = [WIDTH * UNITS, this.#height * UNITS];
    if (Math.max(...xs) < 0 || Math.min(...xs) > right || Math.max(...ys) < 0 || Math.min(...ys) > bottom) return '';
    const kept = simplifyLine(xs, ys, TOLERANCE).map((i) => places[i]!);
    const steps = kept.slice(1).flatMap(([x, y], i) => {
      const [dx, dy] = [x - kept[i]![0], y - kept[i]![1]];
      return dx === 0 && dy === 0 ? [] : `${dx}${dy < 0 ? '' : ' '}${dy}`;
    });
    if (closed && steps.length < 3) return '';
    return `M${kept[0]!.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}${closed ? 'z' : ''}`;
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
