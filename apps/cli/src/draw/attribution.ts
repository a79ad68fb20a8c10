import type { Territory } from '@hinterland/territory';

/** Name of the territory and the attributions that its sources ask for. */
export function attributionOf(territory: Territory): string {
  const texts = Object.values(territory.descriptors).flatMap((family) =>
    family.sources.map((source) => source.attribution),
  );
  return [territory.manifest.name, ...new Set(texts)].join(' · ');
}
