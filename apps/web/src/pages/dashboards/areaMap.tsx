import type { Feature, Geometry } from 'geojson';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { boxAround, type Drawn } from '../../map/data/drawn.ts';
import { MapView } from '../../map/view/mapView.tsx';
import { useText } from '../../text/index.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { cameraIn, withCamera } from '../studio/address.ts';
import type { TerritoryMap } from '../studio/useMaps.ts';
import type { Area, AreaFamily } from './useAreas.ts';

interface AreaMapProps {
  readonly map: TerritoryMap;
  readonly family: AreaFamily | null;
  /** Called with the code of the area that was pressed. */
  readonly onGo: (code: string) => void;
}

/** The areas within an area on the map, each a way into it; the area alone where none is within it. */
export default function AreaMap({ map, family, onGo }: AreaMapProps) {
  const { say } = useText();
  const { pointed, point } = usePointing();
  const [search, setSearch] = useSearchParams();
  const drawn = useMemo((): Drawn => {
    const within = family?.children.flatMap(featureOf) ?? [];
    const alone = family === null || within.length > 0 ? [] : featureOf(family.area);
    return { area: alone, shapes: within, points: [] };
  }, [family]);
  // What was pointed at on the way here is gone.
  useEffect(() => {
    if (family !== null) point(null);
  }, [family, point]);
  const fit = useMemo(() => boxAround(drawn.area) ?? boxAround(drawn.shapes), [drawn]);
  const within = new Set(family?.children.map(({ code }) => code));
  return (
    <MapView
      label={say('studio.map.label', { territory: map.name })}
      description={map}
      camera={cameraIn(search) ?? { lng: map.center[0], lat: map.center[1], zoom: map.center[2] }}
      drawn={drawn}
      pins={[]}
      selected={null}
      fit={fit}
      onClick={() => {
        if (pointed !== null && within.has(pointed)) onGo(pointed);
      }}
      onMovePin={() => {}}
      onCamera={(seen) => setSearch((before) => withCamera(before, seen), { replace: true })}
    />
  );
}

function featureOf({ code, name, residents, areaSquareKm, geometry }: Area): Feature[] {
  if (geometry == null) return [];
  return [
    { type: 'Feature', properties: { code, name, residents, areaSquareKm }, geometry: geometry as unknown as Geometry },
  ];
}
