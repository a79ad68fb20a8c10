import { useMemo } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Subject } from '../../api/types.ts';
import { boxAround, type Drawn } from '../../map/data/drawn.ts';
import { MapView } from '../../map/view/mapView.tsx';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type TerritoryMap, useMaps } from '../studio/useMaps.ts';

interface SubjectsMapProps {
  readonly home: OrganizationPath;
  readonly subjects: readonly Subject[];
  readonly picked: string | null;
  readonly onPick: (id: string) => void;
}

/** More pins than these have no names beside them. */
const NAMED_MAX = 20;

/** Pins of the subjects of one territory, and the places of the set or network that was picked, else of the first. */
export default function SubjectsMap(props: SubjectsMapProps) {
  const { say } = useText();
  const maps = useMaps();
  const first = props.subjects.find(({ id }) => id === props.picked) ?? props.subjects[0];
  const map = maps.data?.find(({ id }) => id === first?.territoryId) ?? maps.data?.[0];
  if (map === undefined) return <Loaded query={maps}>{() => <Empty title={say('data.none')} />}</Loaded>;
  return <Pinned key={map.id} map={map} {...props} />;
}

function Pinned({ home, map, subjects, picked, onPick }: SubjectsMapProps & { readonly map: TerritoryMap }) {
  const { say } = useText();
  const { pointed } = usePointing();
  const pins = useMemo((): Pin[] => {
    const here = subjects.filter(({ territoryId }) => territoryId === map.id);
    return here.flatMap(({ id, name, kind, lat, lng }) =>
      lat === null || lng === null
        ? []
        : [
            {
              joint: id,
              name,
              lat,
              lng,
              label: say('subjects.pin', { name, kind: say(`subjects.one.${kind}`) }),
              sign: '',
              ...(here.length <= NAMED_MAX ? { caption: name } : {}),
              state: 'found' as const,
            },
          ],
    );
  }, [subjects, map, say]);
  const several = subjects.filter(({ dataset, places }) => dataset !== null || places !== null);
  const whole = several.find(({ id }) => id === picked) ?? several[0];
  const rows = useResource(`${home}/datasets/${whole?.dataset?.id ?? ''}/points`, undefined, whole?.dataset != null);
  const drawn = useMemo((): Drawn => {
    const places: readonly At[] = whole?.places ?? (whole?.dataset == null ? [] : (rows.data?.data ?? []));
    return { area: [], shapes: [], points: places.map(featureOf) };
  }, [whole, rows.data]);
  const one = pins.find(({ joint }) => joint === picked);
  const fit = useMemo(
    () => (one === undefined ? boxAround([...pins.map(featureOf), ...drawn.points]) : null),
    [one, pins, drawn],
  );
  return (
    <MapView
      label={say('subjects.map', { territory: map.name })}
      description={map}
      camera={{ lng: map.center[0], lat: map.center[1], zoom: map.center[2] }}
      drawn={drawn}
      pins={pins}
      selected={picked}
      fit={fit}
      onClick={() => {
        if (pointed !== null && pins.some(({ joint }) => joint === pointed)) onPick(pointed);
      }}
      onMovePin={() => {}}
      onCamera={() => {}}
    />
  );
}

interface At {
  readonly lat: number;
  readonly lng: number;
}

const featureOf = ({ lat, lng }: At) => ({
  type: 'Feature' as const,
  properties: { id: `${lat},${lng}` },
  geometry: { type: 'Point' as const, coordinates: [lng, lat] },
});
