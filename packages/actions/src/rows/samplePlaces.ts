import { toDegrees } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';

/** The most places that are asked for what answers look like. */
const PLACES = 9;

/** The middle of a territory, then poles from all of it. */
export function samplePlaces({
  manifest,
  poles,
}: Territory): readonly { readonly lat: number; readonly lng: number }[] {
  const rows = Array.from({ length: PLACES - 1 }, (_, i) =>
    Math.floor(((i + 0.5) * poles.latMicrodegrees.length) / (PLACES - 1)),
  );
  return [
    manifest.center,
    ...rows.map((row) => ({
      lat: toDegrees(poles.latMicrodegrees[row]!),
      lng: toDegrees(poles.lngMicrodegrees[row]!),
    })),
  ];
}
