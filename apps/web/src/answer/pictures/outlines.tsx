/** Longitude and latitude. */
type Position = readonly number[];
type Rings = readonly (readonly Position[])[];

interface Place {
  readonly lat: number;
  readonly lng: number;
}

const WIDTH = 320;
const HEIGHT = 180;
const MARGIN = 8;

/** Outlines of bands around their origins, the nearest darkest. A picture beside the figures, not a map. */
export function Outlines({ shapes, origins }: { shapes: readonly (readonly Rings[])[]; origins: readonly Place[] }) {
  const project = projectionOf(shapes.flat(2).flat());
  if (project === null) return null;
  const pathOf = (rings: Rings) =>
    rings
      .map(
        (ring) =>
          `M${ring
            .map((point) =>
              project(point)
                .map((value) => value.toFixed(1))
                .join(),
            )
            .join('L')}Z`,
      )
      .join('');
  return (
    <svg className="outlines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {shapes
        .map((polygon, band) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bands have no other name
          <path key={band} d={polygon.map(pathOf).join('')} fillOpacity={0.85 - (band / shapes.length) * 0.75} />
        ))
        .toReversed()}
      {origins.map(({ lat, lng }) => {
        const [x, y] = project([lng, lat]);
        return <circle key={`${lat} ${lng}`} cx={x} cy={y} r={4} />;
      })}
    </svg>
  );
}

/** Returns where a longitude and latitude is drawn so that all points fit; null without points. */
function projectionOf(points: readonly Position[]) {
  if (points.length === 0) return null;
  const lngs = points.map(([lng = 0]) => lng);
  const lats = points.map(([, lat = 0]) => lat);
  const [west, east, south, north] = [least(lngs), -least(lngs.map(negative)), least(lats), -least(lats.map(negative))];
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max((east - west) * narrowing, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(north - south, 1e-9),
  );
  return ([lng = 0, lat = 0]: Position): [number, number] => [
    WIDTH / 2 + (lng - (west + east) / 2) * narrowing * scale,
    HEIGHT / 2 - (lat - (south + north) / 2) * scale,
  ];
}

const negative = (value: number): number => -value;
/** Outlines have more points than a call takes arguments. */
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
