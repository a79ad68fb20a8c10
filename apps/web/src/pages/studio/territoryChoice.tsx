import { useSearchParams } from 'wouter';
import { useSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';
import { Select } from '../../ui/fields.tsx';
import type { TerritoryMap } from './useMaps.ts';

/** The territories whose maps there are. */
export default function TerritoryChoice({ maps }: { maps: readonly TerritoryMap[] }) {
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const { territory } = useSurroundings();
  return (
    <Select
      label={say('studio.territory')}
      choices={maps.map(({ id, name }) => ({ id, name }))}
      value={territory}
      onChange={(id) => {
        const next = new URLSearchParams(search);
        next.set('territory', id);
        next.delete('map');
        setSearch(next);
      }}
    />
  );
}
