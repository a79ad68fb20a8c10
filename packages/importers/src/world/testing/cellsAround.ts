import { fromDegrees, toDegrees } from '../../shapes/projections.ts';

const inEurope = fromDegrees('EPSG:3035', 'test')!;
const onEarth = toDegrees('EPSG:3035', 'test')!;

/** Codes of the cell that holds a place and of the three beside it, and of one in another part of the country, with their north-eastern corners. */
export function cellsAround(
  { lat, lng }: { lat: number; lng: number },
  meters: number,
): { readonly code: string; readonly lng: number; readonly lat: number }[] {
  const [east, north] = inEurope(lng, lat).map((value) => Math.floor(value / meters) * meters) as [number, number];
  const steps = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [400, 400],
  ] as const;
  return steps.map(([x, y]) => {
    const [west, south] = [east + x * meters, north + y * meters];
    const [cornerLng, cornerLat] = onEarth(west + meters, south + meters);
    return { code: `CRS3035RES${meters}mN${south}E${west}`, lng: cornerLng, lat: cornerLat };
  });
}
