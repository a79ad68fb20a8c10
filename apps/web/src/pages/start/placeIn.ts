import type { Place } from '../../fields/placeSearch.tsx';

/** The place that an address of the start page, or of the front page, asks about; null for none. */
export function placeIn(search: URLSearchParams): Place | null {
  const [name, lat, lng] = [search.get('place'), search.get('lat'), search.get('lng')];
  return name === null || lat === null || lng === null ? null : { name, lat: Number(lat), lng: Number(lng) };
}

/** The query of such an address. */
export const ofPlace = ({ name, lat, lng }: Place) => ({ place: name, lat: String(lat), lng: String(lng) });
