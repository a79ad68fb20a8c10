import type { Subject } from '../../api/types.ts';

/** The address of the studio that asks about a subject. */
export function addressOfSubject({ id, kind, name, lat, lng, dataset, area, places }: Subject): string {
  const query = new URLSearchParams();
  const ask = (
    spots: readonly { readonly lat: number; readonly lng: number; readonly name?: string | undefined }[],
  ) => {
    query.set('at', spots.map((spot) => `${spot.lat},${spot.lng}`).join(';'));
    for (const spot of spots) query.append('place', spot.name ?? '');
  };
  if (kind === 'place' && lat !== null && lng !== null) {
    ask([{ lat, lng, name }]);
    query.set('subject', id);
  } else if (dataset !== null) {
    query.set('ask', 'network.coverage');
    query.set('stores', dataset.id);
    query.set('subject', id);
  } else if (area !== null) query.append('areas', area.code);
  else if (places !== null) ask(places.slice(0, 10));
  return `/studio?${query}`;
}
