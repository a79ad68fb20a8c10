import type { Feature } from 'geojson';
import { useMemo } from 'react';
import type { DatasetPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { DatasetRow } from '../../api/types.ts';
import { boxAround, type Drawn } from '../../map/data/drawn.ts';
import { MapView } from '../../map/view/mapView.tsx';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { holds, type TerritoryMap } from '../studio/useMaps.ts';
import type { Draft } from './correction.tsx';

type RowState = DatasetRow['state'];

/** Joint of the row that was picked. */
const PICKED = 'picked';

interface Points {
  readonly data: readonly {
    readonly index: number;
    readonly lat: number;
    readonly lng: number;
    readonly state: RowState;
  }[];
  readonly step: number;
}

/** How the map draws each state, by the names of its own. */
const DRAWN_AS: Readonly<Record<RowState, string | null>> = {
  placed: null,
  approximate: 'pending',
  by_hand: 'done',
  outside: 'failed',
  unplaced: null,
};

interface RowsMapProps {
  readonly map: TerritoryMap;
  readonly path: DatasetPath;
  /** The row that was picked; a press on the map says where it is. */
  readonly row: DatasetRow | null;
  readonly draft: Draft | null;
  readonly onPick: (index: number) => void;
  readonly onPut: (at: Draft) => void;
}

/** The rows that have a place, by how sure it is, and a pin for the one that was picked. */
export default function RowsMap({ map, path, row, draft, onPick, onPut }: RowsMapProps) {
  const { say } = useText();
  const { number } = useFormat();
  const { pointed } = usePointing();
  const points = useResource(`${path}/points`);
  const drawn = useMemo(
    (): Drawn => ({ area: [], shapes: [], points: points.data?.data.map(featureOf) ?? [] }),
    [points.data],
  );
  // A row off the map, as by swapped coordinates, would leave nothing to see of the others.
  const fit = useMemo(() => {
    const all = points.data?.data ?? [];
    const inside = all.filter((place) => holds(map, place));
    return boxAround((inside.length > 0 ? inside : all).map(featureOf));
  }, [points.data, map]);
  // Every place of a draft has a name of its own, so that the map moves to where a search has put it.
  const joint = draft === null ? PICKED : `${PICKED} ${draft.lat},${draft.lng}`;
  const at = useMemo(
    () => draft ?? (row === null || row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng }),
    [draft, row],
  );
  const pins = useMemo(
    (): Pin[] =>
      row === null || at === null
        ? []
        : [
            {
              joint,
              name: '',
              ...at,
              label: say('datasets.pin', { no: row.index + 1 }),
              sign: '',
              state: draft === null ? null : 'done',
            },
          ],
    [row, at, draft, joint, say],
  );
  const states = new Set(points.data?.data.map(({ state }) => state));
  return (
    <>
      <MapView
        label={say('datasets.map', { territory: map.name })}
        description={map}
        camera={{ lng: map.center[0], lat: map.center[1], zoom: map.center[2] }}
        drawn={drawn}
        pins={pins}
        selected={row === null || at === null ? null : joint}
        fit={fit}
        onClick={(place) => {
          if (row !== null) onPut(place);
          else if (pointed !== null && !pointed.startsWith(PICKED)) onPick(Number(pointed));
        }}
        onMovePin={(_, place) => onPut(place)}
        onCamera={() => {}}
      />
      {states.size > 0 && (
        <ul className="legend">
          {(['placed', 'approximate', 'by_hand', 'outside'] as const).map((state) =>
            states.has(state) ? (
              <li key={state}>
                <span className="swatch" data-part={DRAWN_AS[state] ?? 'points'} />
                <span>{say(`datasets.state.${state}`)}</span>
              </li>
            ) : null,
          )}
          {(points.data?.step ?? 1) > 1 && (
            <li className="soft">{say('datasets.everyRow', { step: number(points.data?.step ?? 1) })}</li>
          )}
        </ul>
      )}
    </>
  );
}

const featureOf = ({ index, lat, lng, state }: Points['data'][number]): Feature => ({
  type: 'Feature',
  properties: { id: index, ...(DRAWN_AS[state] === null ? {} : { state: DRAWN_AS[state] }) },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
