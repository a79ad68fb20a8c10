import { type NetworkCoverageInput, type NetworkCoverageOutput, placesQuery } from '@hinterland/actions';
import { networkOf, storeSets, storesByPole } from '@hinterland/engine/coverage';
import type { AreaColumn, MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import { attributionOf } from './attribution.ts';
import { coverageSvg, type DrawnPlace, type DrawnWhiteSpot } from './coverageSvg.ts';

const MODE_WORDS = { car: 'by car', walk: 'on foot', bicycle: 'by bicycle', transit: 'by transit' } as const;

/** A result of network.coverage that has its geometry, as an SVG document. The first plans of each kind are shown. */
export function drawCoverage(
  territory: Territory,
  input: NetworkCoverageInput,
  result: NetworkCoverageOutput,
  widthPixels: number,
): string {
  const { stores, minutes, mode } = input;
  const query = placesQuery(territory, { ...input, candidates: [] });
  const counts = storesByPole(networkOf(storeSets(territory, query), stores.length));
  const features = result.geojson?.features ?? [];
  const partOf = (part: 'covered' | 'shared') =>
    (features.find(({ properties }) => properties.part === part)?.geometry.coordinates ??
      []) as MultiPolygonCoordinates;
  const { unit } = territory.sociodemo?.poleUnits ?? {};
  const { dwellings } = territory.poles;
  const isInhabited = (pole: number) => (dwellings[pole] as number) > 0 && unit !== undefined;
  const { coveredByOne, coveredByTwoOrMore, unreached } = result.network;
  return coverageSvg({
    territory,
    title: `${WORDS[result.measure]} within ${minutes} minutes ${MODE_WORDS[mode]}`,
    covered: partOf('covered'),
    shared: partOf('shared'),
    whiteSpots: whiteSpotsOf(territory, result, counts, isInhabited),
    places: placesOf(input, result),
    storesOfPole: (pole) => (isInhabited(pole) ? (counts[pole] as number) : null),
    figures: { one: coveredByOne, twoOrMore: coveredByTwoOrMore, unreached },
    attribution: attributionOf(territory),
    widthPixels,
  });
}

const WORDS: Readonly<Record<NetworkCoverageOutput['measure'], string>> = {
  population: 'Residents',
  families: 'Families',
  under_5: 'Children under 5',
  aged_65_plus: 'Residents of 65 and over',
  aged_70_plus: 'Residents of 70 and over',
};

function placesOf({ stores, candidates }: NetworkCoverageInput, result: NetworkCoverageOutput): DrawnPlace[] {
  const closing = result.closurePlan ?? [];
  const opening = result.openingPlan ?? [];
  const labelOf = ({ id, name }: { id: string | number; name?: string | undefined }) => name ?? String(id);
  return [
    ...stores.map((store): DrawnPlace => {
      const step = closing.findIndex(({ id }) => id === store.id);
      const lost = step < 0 ? '' : `can close ${ordinal(step + 1)}: −${whole(closing[step]?.lost ?? 0)}`;
      return { ...store, label: labelOf(store), role: step < 0 ? 'store' : 'closes', note: lost };
    }),
    ...candidates.map((candidate): DrawnPlace => {
      const step = opening.findIndex(({ id }) => id === candidate.id);
      const gained = step < 0 ? '' : `opens ${ordinal(step + 1)}: +${whole(opening[step]?.gained ?? 0)}`;
      return { ...candidate, label: labelOf(candidate), role: step < 0 ? 'candidate' : 'opens', note: gained };
    }),
  ];
}

const whole = (people: number): string => Math.round(people).toLocaleString('en-US');

function ordinal(place: number): string {
  const teens = place % 100 >= 11 && place % 100 <= 13;
  return `${place}${teens ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')}`;
}

/** White spots with an outline, each labeled at the pole in the middle of those whom no store reaches. */
function whiteSpotsOf(
  territory: Territory,
  { whiteSpots, levelUsed, geojson }: NetworkCoverageOutput,
  counts: Uint16Array,
  isInhabited: (pole: number) => boolean,
): DrawnWhiteSpot[] {
  if (levelUsed === null) return [];
  const column = (levelUsed === 'postcode' ? 'postcode' : `level${levelUsed}`) as AreaColumn;
  const areaOf = territory.poleAreas[column];
  const { lngMicrodegrees, latMicrodegrees } = territory.poles;
  const unreached = new Map<string, number[]>();
  const codes = Array.from({ length: territory.areas.rows }, (_, row) => territory.areas.code.at(row));
  for (let pole = 0; pole < areaOf.length; pole++) {
    const area = areaOf[pole] as number;
    if (area < 0 || (counts[pole] as number) > 0 || !isInhabited(pole)) continue;
    const code = codes[area] as string;
    const poles = unreached.get(code);
    if (poles === undefined) unreached.set(code, [pole]);
    else poles.push(pole);
  }
  return whiteSpots.flatMap(({ code, name, unreached: people }) => {
    const feature = geojson?.features.find(({ properties }) => properties.part === 'white' && properties.code === code);
    const poles = unreached.get(code);
    if (feature === undefined || poles === undefined) return [];
    const mean = (column: Int32Array) => poles.reduce((sum, pole) => sum + (column[pole] as number), 0) / poles.length;
    const [lng, lat] = [mean(lngMicrodegrees), mean(latMicrodegrees)];
    const distance = (pole: number) =>
      Math.hypot((lngMicrodegrees[pole] as number) - lng, (latMicrodegrees[pole] as number) - lat);
    const middle = poles.reduce((best, pole) => (distance(pole) < distance(best) ? pole : best));
    return [
      {
        name,
        people,
        polygon: feature.geometry.coordinates as MultiPolygonCoordinates,
        lng: (lngMicrodegrees[middle] as number) / 1e6,
        lat: (latMicrodegrees[middle] as number) / 1e6,
      },
    ];
  });
}
