import { writeFileSync } from 'node:fs';

const WIDTH = 760;
const MARGIN = 16;
const HEAD = 64;
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const round = (value) => Math.round(value * 10) / 10;

/**
 * Draws a map as SVG without anything from outside and writes it to `file`.
 *
 * `layers`, the lowest first: `{ polygons, fill, stroke, opacity, dash }` with GeoJSON geometries, or
 * `{ points, radius, fill, shape }` with `{ lat, lng, label }`. `frame`: `{ west, south, east, north }` in degrees.
 * `legend`: `[{ fill, shape, text }]`.
 */
export function drawMap(file, { title, subtitle, frame, layers, legend }) {
  // Over some kilometers a degree of longitude is a degree of latitude times the cosine of the latitude.
  const shrink = Math.cos((((frame.south + frame.north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / ((frame.east - frame.west) * shrink);
  const mapHeight = (frame.north - frame.south) * scale;
  const x = (lng) => round(MARGIN + (lng - frame.west) * shrink * scale);
  const y = (lat) => round(HEAD + (frame.north - lat) * scale);

  /** The outline of a ring, without corners that nobody sees: they lie less than two pixels from the one before. */
  const ring = (positions) => {
    const corners = [];
    for (const [lng, lat] of positions) {
      const [left, top] = corners.at(-1) ?? [-9, -9];
      if (Math.hypot(x(lng) - left, y(lat) - top) >= 2) corners.push([x(lng), y(lat)]);
    }
    return corners.length < 3 ? '' : `M${corners.map((corner) => corner.join(' ')).join('L')}Z`;
  };
  const path = ({ type, coordinates }) =>
    (type === 'MultiPolygon' ? coordinates : [coordinates]).flatMap((polygon) => polygon.map(ring)).join('');
  const mark = ({ cx, cy, radius, fill, shape }) =>
    shape === 'diamond'
      ? `<path d="M${cx} ${cy - radius}L${cx + radius} ${cy}L${cx} ${cy + radius}L${cx - radius} ${cy}Z" fill="${fill}" stroke="#fff" stroke-width="1.5"/>`
      : `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${fill}" stroke="#fff" stroke-width="1.5"/>`;

  const drawn = layers.flatMap((layer) =>
    layer.polygons === undefined
      ? layer.points.flatMap(({ lat, lng, label, radius = layer.radius }) => [
          mark({ cx: x(lng), cy: y(lat), radius, fill: layer.fill, shape: layer.shape }),
          label === undefined
            ? ''
            : `<text x="${x(lng)}" y="${round(y(lat) - radius - 5)}" class="label">${escaped(label)}</text>`,
        ])
      : [
          `<path d="${layer.polygons.map(path).join('')}" fill="${layer.fill}" fill-opacity="${layer.opacity ?? 1}" fill-rule="evenodd" stroke="${layer.stroke ?? 'none'}" stroke-width="0.8"/>`,
        ],
  );

  // A round number of kilometers that is about a fifth of the map.
  const kilometer = scale / 111.32;
  const bar = [1, 2, 5, 10, 20, 50].filter((length) => length * kilometer < WIDTH / 4).at(-1) ?? 1;
  const bottom = HEAD + mapHeight;
  const height = round(bottom + 28 + Math.ceil(legend.length / 2) * 20);
  const entries = legend.map(({ fill, shape, text }, i) => {
    const [left, top] = [MARGIN + (i % 2) * 370, bottom + 34 + Math.floor(i / 2) * 20];
    const swatch =
      shape === undefined
        ? `<rect x="${left}" y="${round(top - 10)}" width="14" height="12" fill="${fill}"/>`
        : mark({ cx: left + 7, cy: round(top - 4), radius: 6, fill, shape });
    return `${swatch}<text x="${left + 22}" y="${round(top)}">${escaped(text)}</text>`;
  });
  const right = WIDTH - MARGIN - 12;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#1f2933}.title{font-size:19px;font-weight:600}.label{font-weight:600;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:3px}.small{font-size:11px;text-anchor:middle}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${MARGIN}" y="28" class="title">${escaped(title)}</text>
<text x="${MARGIN}" y="48">${escaped(subtitle)}</text>
<clipPath id="map"><rect x="${MARGIN}" y="${HEAD}" width="${WIDTH - 2 * MARGIN}" height="${round(mapHeight)}"/></clipPath>
<rect x="${MARGIN}" y="${HEAD}" width="${WIDTH - 2 * MARGIN}" height="${round(mapHeight)}" fill="#dbe8f0"/>
<g clip-path="url(#map)" stroke-linejoin="round">
${drawn.filter((each) => each !== '').join('\n')}
</g>
<path d="M${round(right - bar * kilometer)} ${round(bottom - 18)}v6h${round(bar * kilometer)}v-6" fill="none" stroke="#1f2933"/>
<text x="${round(right - (bar * kilometer) / 2)}" y="${round(bottom - 18)}" class="small">${bar} km</text>
${entries.join('\n')}
</svg>
`;
  writeFileSync(file, svg);
  console.log(`Drawn: ${file}`);
}

/** The frame around places, with room in degrees on every side. */
export function frameAround(places, room) {
  const of = (name, which) => which(...places.map((place) => place[name]));
  return {
    west: of('lng', Math.min) - room,
    east: of('lng', Math.max) + room,
    south: of('lat', Math.min) - room * 0.6,
    north: of('lat', Math.max) + room * 0.6,
  };
}

/** Land and the borders of localities, below everything else: areas are free. */
export async function baseMap(hinterland) {
  const polygons = [];
  for await (const { geometry } of hinterland.areas({ level: 9, geometry: true, simplifyMeters: 20 })) {
    if (geometry) polygons.push(geometry);
  }
  return { polygons, fill: '#f6f4ef', stroke: '#d8d3c8' };
}
