import { useQuery } from '@tanstack/react-query';
import type { Feature } from 'geojson';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import { boxAround, type Drawn } from '../../map/data/drawn.ts';
import { areaFeatures } from '../../map/data/result.ts';
import { MapView } from '../../map/view/mapView.tsx';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { cameraIn, withCamera } from '../studio/address.ts';
import type { Question } from '../studio/question.ts';
import type { TerritoryMap } from '../studio/useMaps.ts';
import { inputOf, type Seen } from './asked.ts';
import { type Change, jointOf, LOOK } from './change.ts';

interface ChangesMapProps {
  readonly path: OrganizationPath;
  readonly map: TerritoryMap;
  /** In full. */
  readonly question: Question;
  readonly changes: readonly Change[];
  readonly picked: string | null;
  readonly onPick: (joint: string | null) => void;
  readonly onSeen: (seen: Seen) => void;
}

/** Meters of a pixel at the equator and zoom 0. */
const PIXEL_METERS = 78_271.5;
/** Pixels from the middle of the map to where it is looked. */
const REACH_PIXELS = 400;
const REACH_METERS = { least: 100, most: 20_000 };

/** The places asked about with their reach, and each change by its kind. */
export default function ChangesMap({ path, map, question, changes, picked, onPick, onSeen }: ChangesMapProps) {
  const { say } = useText();
  const { pointed } = usePointing();
  const [search, setSearch] = useSearchParams();
  const { places, values } = question;
  const { sectors: _, since: __, ...reach } = inputOf(question);
  const body = JSON.stringify(reach);
  const area = useQuery({
    queryKey: ['area', path, body],
    enabled: places.length > 0,
    queryFn: ({ signal }) =>
      request(`${path}/actions/analysis.isochrone/execute`, {
        method: 'POST',
        body: { ...JSON.parse(body), quotedCredits: 0 },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const drawn = useMemo((): Drawn => {
    const outline: Feature[] =
      values.polygon === undefined || places.length > 0
        ? []
        : [{ type: 'Feature', properties: { part: 'covered', cover: 0 }, geometry: values.polygon as never }];
    return {
      area: places.length === 0 ? [] : areaFeatures(area.data?.result),
      shapes: outline,
      points: changes.map(featureOf),
    };
  }, [area.data, changes, places, values.polygon]);
  const pins = useMemo(
    () =>
      places.map(
        ({ id, name, lat, lng }): Pin => ({
          joint: `place ${id}`,
          name,
          lat,
          lng,
          label: name || say('changed.chosen'),
          sign: '',
          state: 'found',
          ...(places.length === 1 && name !== '' ? { caption: name } : {}),
        }),
      ),
    [places, say],
  );
  const fit = useMemo(
    () => (places.length === 0 ? null : boxAround([...drawn.area, ...drawn.points, ...pins.map(pointOf)])),
    [places.length, drawn, pins],
  );
  const joints = new Set(changes.map(jointOf));
  return (
    <MapView
      label={say('changed.map', { territory: map.name })}
      description={map}
      camera={cameraIn(search) ?? { lng: map.center[0], lat: map.center[1], zoom: map.center[2] }}
      drawn={drawn}
      pins={pins}
      selected={picked}
      fit={fit}
      onClick={() => onPick(pointed !== null && joints.has(pointed) ? pointed : null)}
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

const featureOf = (change: Change): Feature => ({
  ...pointOf(change),
  properties: { id: jointOf(change), name: change.name, state: LOOK[change.kind] },
});

const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
