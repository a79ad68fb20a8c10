import { useMemo } from 'react';
import type { Subject } from '../../api/types.ts';
import { boxAround, type Drawn } from '../../map/data/drawn.ts';
import { MapView } from '../../map/view/mapView.tsx';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type TerritoryMap, useMaps } from '../studio/useMaps.ts';

interface SubjectsMapProps {
  readonly subjects: readonly Subject[];
  readonly picked: string | null;
  readonly onPick: (id: string) => void;
}

/** More pins than these have no names beside them. */
const NAMED_MAX = 20;

/** Pins of the subjects of one territory: that of the one that was picked, else that of the first. */
export default function SubjectsMap(props: SubjectsMapProps) {
  const { say } = useText();
  const maps = useMaps();
  const first = props.subjects.find(({ id }) => id === props.picked) ?? props.subjects[0];
  const map = maps.data?.find(({ id }) => id === first?.territoryId) ?? maps.data?.[0];
  if (map === undefined) return <Loaded query={maps}>{() => <Empty title={say('data.none')} />}</Loaded>;
  return <Pinned key={map.id} map={map} {...props} />;
}

function Pinned({ map, subjects, picked, onPick }: SubjectsMapProps & { readonly map: TerritoryMap }) {
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
  const fit = useMemo(() => boxAround(pins.map(featureOf)), [pins]);
  return (
    <MapView
      label={say('subjects.map', { territory: map.name })}
      description={map}
      camera={{ lng: map.center[0], lat: map.center[1], zoom: map.center[2] }}
      drawn={NOTHING_DRAWN}
      pins={pins}
      selected={picked}
      fit={fit}
      onClick={() => {
        if (pointed !== null) onPick(pointed);
      }}
      onMovePin={() => {}}
      onCamera={() => {}}
    />
  );
}

const NOTHING_DRAWN: Drawn = { area: [], shapes: [], points: [] };

const featureOf = ({ lat, lng }: Pin) => ({
  type: 'Feature' as const,
  properties: {},
  geometry: { type: 'Point' as const, coordinates: [lng, lat] },
});
