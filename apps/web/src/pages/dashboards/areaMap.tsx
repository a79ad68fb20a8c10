import type { Feature, Geometry } from 'geojson';
import { useEffect, useMemo, useRef } from 'react';
import type { AreasCompared } from '../../api/types.ts';
import { classOf } from '../../map/data/classes.ts';
import { boxAround, type Drawn } from '../../map/data/drawn.ts';
import { classCovers } from '../../map/style/colors.ts';
import type { TheMap } from '../../map/view/createMap.ts';
import { MapView } from '../../map/view/mapView.tsx';
import { useText } from '../../text/index.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { cameraIn, withCamera } from '../studio/address.ts';
import { look, lookedNow, useLooked } from '../studio/useLooked.ts';
import type { TerritoryMap } from '../studio/useMaps.ts';
import { type Coloring, useFigureWords } from './compared.ts';
import type { AreaFamily } from './useAreas.ts';
import { rowsOf } from './withinTable.tsx';

interface AreaMapProps {
  readonly map: TerritoryMap;
  readonly family: AreaFamily | null;
  readonly compared: AreasCompared | undefined;
  readonly coloring: Coloring | null;
  /** Called with the code of the area that was pressed. */
  readonly onGo: (code: string) => void;
}

/** The areas within an area on the map, in the classes of a figure, each a way into it; the area alone where none is within it. */
export default function AreaMap({ map, family, compared, coloring, onGo }: AreaMapProps) {
  const { say } = useText();
  const { pointed, point } = usePointing();
  const theMap = useRef<TheMap | null>(null);
  const selectedNo = /^shapes (\d+)$/.exec(useLooked().get('select') ?? '')?.[1];
  const drawn = useMemo((): Drawn => {
    const within = compared?.areas.flatMap((area, i) => featureOf(area, lookOf(coloring, i))) ?? [];
    const alone = family === null || compared === undefined || within.length > 0 ? [] : featureOf(family.area);
    return { area: alone, shapes: within, points: [] };
  }, [family, compared, coloring]);
  // What was pointed at on the way here is gone.
  useEffect(() => {
    if (family !== null) point(null);
  }, [family, point]);
  // Other colors are no reason to move.
  const whole = compared?.area.code;
  const level = compared?.areas[0]?.level;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another area or level is, and other colors are not
  const fit = useMemo(() => boxAround(drawn.area) ?? boxAround(drawn.shapes), [whole, level, drawn.area.length]);
  const names = useFigureWords(compared);
  useEffect(() => {
    const no = compared?.areas.findIndex(({ code }) => code === pointed) ?? -1;
    const area = compared?.areas[no];
    const facts =
      coloring === null
        ? []
        : [
            {
              name: names.titled(coloring.figure),
              text: names.value(coloring.figure.values[no] ?? null, coloring.figure.unit),
            },
          ];
    theMap.current?.card(pointed, area === undefined ? null : { title: area.name, facts });
  }, [compared, coloring, pointed, names]);
  const selected =
    selectedNo === undefined || compared === undefined
      ? null
      : rowsOf(compared, coloring)[Number(selectedNo) - 1]?.joint;
  return (
    <MapView
      label={say('studio.map.label', { territory: map.name })}
      description={map}
      camera={cameraIn(lookedNow()) ?? { lng: map.center[0], lat: map.center[1], zoom: map.center[2] }}
      drawn={drawn}
      pins={[]}
      selected={selected ?? null}
      fit={fit}
      onMap={(made) => {
        theMap.current = made;
      }}
      onClick={() => {
        if (compared?.areas.some(({ code }) => code === pointed)) onGo(pointed as string);
      }}
      onMovePin={() => {}}
      onCamera={(seen) => look((before) => withCamera(before, seen))}
    />
  );
}

/** The look of an area: how much of the ground its class hides, or that it has no figure. */
function lookOf(coloring: Coloring | null, no: number): Readonly<Record<string, unknown>> {
  if (coloring === null) return {};
  const found = classOf(coloring.classes, coloring.figure.values[no] ?? null);
  if (found === null) return { part: 'no_figure', cover: 0 };
  return { cover: classCovers(coloring.classes.length)[found] };
}

function featureOf(
  { code, name, geometry }: { readonly code: string; readonly name: string; readonly geometry?: unknown },
  look: Readonly<Record<string, unknown>> = {},
): Feature[] {
  if (geometry == null) return [];
  return [{ type: 'Feature', properties: { code, name, ...look }, geometry: geometry as Geometry }];
}
