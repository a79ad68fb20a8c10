import { coordinatesOf } from '@hinterland/answers/words';
import { useId } from 'react';
import { useText } from '../text/index.ts';
import { FieldFault, Labelled } from './help.tsx';
import { ownId } from './ownIds.ts';
import { PlaceList } from './placeList.tsx';
import { PlaceSearch } from './placeSearch.tsx';
import type { ListedPlace } from './placeTable/places.ts';
import { type ControlProps, useSurroundings } from './props.ts';
import { listOf } from './schema.ts';

interface Listed {
  readonly id: string | number;
  readonly name?: string;
  readonly lat: number;
  readonly lng: number;
}

/** Places beside those asked about, such as own stores. */
export function PlacesControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const id = useId();
  const { path } = useSurroundings();
  const places = Array.isArray(value) ? (value as Listed[]) : [];
  const members = Object.keys(listOf(schema)?.items?.properties ?? {});
  const add = (added: readonly ListedPlace[]) => {
    const rows = [...places];
    for (const place of added) {
      const row = { ...place, id: String(ownId(place.id, rows)) };
      const kept = Object.entries(row).filter(
        ([member, given]) => (members.includes(member) || member === 'subject') && given !== '',
      );
      rows.push(Object.fromEntries(kept) as unknown as Listed);
    }
    onChange(rows);
  };
  const change = (next: readonly Listed[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <div className="field">
      <Labelled label={label} help={help} id={id} />
      <PlaceList places={places} onChange={change} onAdd={add} value={value} onDataset={onChange} schema={schema} />
      <PlaceSearch path={path} isForSeveral onChoose={(place) => add([place])} />
      <FieldFault>{error}</FieldFault>
    </div>
  );
}

/** One place beside those asked about. */
export function PlaceControl({ label, help, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const id = useId();
  const { path } = useSurroundings();
  const place = value as { readonly lat: number; readonly lng: number } | undefined;
  return (
    <div className="field">
      <Labelled label={label} help={help} id={id} />
      {place !== undefined && <p className="soft small">{coordinatesOf(place)}</p>}
      <PlaceSearch path={path} onChoose={({ lat, lng }) => onChange({ lat, lng })} />
      {place !== undefined && (
        <button type="button" className="link" onClick={() => onChange(undefined)}>
          {say('studio.clear')}
        </button>
      )}
      <FieldFault>{error}</FieldFault>
    </div>
  );
}
