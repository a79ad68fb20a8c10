import type { Feature } from 'geojson';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Drawn } from '../../map/data/drawn.ts';
import { MapView } from '../../map/view/mapView.tsx';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { cameraIn, withCamera } from '../studio/address.ts';
import type { TerritoryMap } from '../studio/useMaps.ts';
import { type At, isCounted, type Seen, type Store } from './store.ts';

interface StoresMapProps {
  readonly map: TerritoryMap;
  readonly stores: readonly Store[];
  readonly picked: string | null;
  readonly place: At | null;
  /** Called with the place that was pressed, and the store there. */
  readonly onPress: (at: At, id: string | null) => void;
  readonly onSeen: (seen: Seen) => void;
}

/** Meters of a pixel at the equator and zoom 0. */
const PIXEL_METERS = 78_271.5;
/** Pixels from the middle of the map to where stores are looked for. */
const REACH_PIXELS = 600;
const REACH_METERS = { least: 100, most: 5000 };
const FIRST_ZOOM = 15;

/** Stores as points, by whether they count and whether they are corrected. */
export default function StoresMap({ map, stores, picked, place, onPress, onSeen }: StoresMapProps) {
  const { say } = useText();
  const { pointed } = usePointing();
  const [search, setSearch] = useSearchParams();
  const drawn = useMemo((): Drawn => ({ area: [], shapes: [], points: stores.map(featureOf) }), [stores]);
  const pins = useMemo(
    (): Pin[] =>
      place === null
        ? []
        : [{ joint: 'place', name: '', ...place, label: say('stores.place'), sign: '', state: 'found' }],
    [place, say],
  );
  const ids = new Set(stores.map(({ id }) => id));
  return (
    <MapView
      label={say('stores.map', { territory: map.name })}
      description={map}
      camera={cameraIn(search) ?? { lng: map.center[0], lat: map.center[1], zoom: FIRST_ZOOM }}
      drawn={drawn}
      pins={pins}
      selected={picked}
      reveals={false}
      fit={null}
      onClick={(at) => onPress(at, pointed !== null && ids.has(pointed) ? pointed : null)}
      onMovePin={() => {}}
      onCamera={(camera) => {
        setSearch((before) => withCamera(before, camera), { replace: true });
        const pixel = (PIXEL_METERS * Math.cos((camera.lat * Math.PI) / 180)) / 2 ** camera.zoom;
        const meters = Math.round(Math.min(REACH_METERS.most, Math.max(REACH_METERS.least, REACH_PIXELS * pixel)));
        onSeen({ lat: Number(camera.lat.toFixed(5)), lng: Number(camera.lng.toFixed(5)), meters });
      }}
    />
  );
}

function featureOf(store: Store): Feature {
  const { id, name, brand, lat, lng, corrections } = store;
  const state = !isCounted(store) ? 'failed' : corrections.length > 0 ? 'done' : null;
  return {
    type: 'Feature',
    properties: { id, name: name || (brand ?? ''), ...(state === null ? {} : { state }) },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  };
}
