import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { useOptions } from '../../fields/options.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type At, type StorePath, staleAfter } from './store.ts';

interface AddStoreProps {
  readonly path: StorePath;
  readonly territory: string;
  readonly place: At | null;
  readonly isOpen: boolean;
  readonly onOpen: (is: boolean) => void;
}

/** A store that no list has: its place is pressed on the map. */
export function AddStore({ path, territory, place, isOpen, onOpen }: AddStoreProps) {
  const { say } = useText();
  const sectors = useOptions('markets.sectors', '').options ?? [];
  const [name, setName] = useState('');
  const [sectorCode, setSector] = useState('food.supermarket');
  const make = useChange({
    method: 'POST',
    path: `${path}/corrections`,
    changes: staleAfter(path),
    body: (at: At) => ({ territory, kind: 'added', name: name.trim(), sectorCode, lat: at.lat, lng: at.lng }) as never,
  });
  if (!isOpen)
    return (
      <p className="row">
        <span className="soft">{say('stores.press')}</span>
        <Button onPress={() => onOpen(true)}>{say('stores.add')}</Button>
      </p>
    );
  return (
    <form
      className="card card-body stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (place !== null && name.trim() !== '')
          make.mutate(place, {
            onSuccess: () => {
              setName('');
              onOpen(false);
            },
          });
      }}
    >
      <TextField autoFocus label={say('stores.field.name')} value={name} onChange={setName} />
      <Select label={say('stores.field.sector')} choices={sectors} value={sectorCode} onChange={setSector} />
      <p role="status">{say(place === null ? 'stores.pressPlace' : 'stores.placeChosen')}</p>
      {make.error !== null && <ErrorNotice error={make.error} />}
      <div className="row">
        <Button
          type="submit"
          kind="primary"
          isDisabled={place === null || name.trim() === ''}
          isPending={make.isPending}
        >
          {say('stores.add')}
        </Button>
        <Button kind="quiet" onPress={() => onOpen(false)}>
          {say('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
