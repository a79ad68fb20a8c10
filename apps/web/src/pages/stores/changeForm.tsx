import { useState } from 'react';
import { useOptions } from '../../fields/options.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { NumberField } from '../../ui/numberField.tsx';
import type { At, Store } from './store.ts';

/** Kinds of corrections that need more than a press. */
export type FormKind = 'floor_area' | 'brand' | 'sector' | 'moved';

/** What is said of a store, as the service takes it. */
export interface Saying {
  readonly kind: string;
  readonly squareMeters?: number;
  readonly brand?: string | null;
  readonly sectorCode?: string;
  readonly lat?: number;
  readonly lng?: number;
  readonly name?: string;
}

interface ChangeFormProps {
  readonly kind: FormKind;
  readonly store: Store;
  readonly place: At | null;
  readonly isPending: boolean;
  readonly onSend: (said: Saying) => void;
  readonly onCancel: () => void;
}

/** The one field of such a correction. */
export function ChangeForm({ kind, store, place, isPending, onSend, onCancel }: ChangeFormProps) {
  const { say } = useText();
  const sectors = useOptions('markets.sectors', '').options ?? [];
  const [area, setArea] = useState<number | null>(store.squareMeters);
  const [brand, setBrand] = useState(store.brand ?? '');
  const [sectorCode, setSector] = useState(store.sectorCode);
  const said: Saying | null =
    kind === 'floor_area'
      ? area === null || area <= 0
        ? null
        : { kind, squareMeters: area }
      : kind === 'brand'
        ? { kind, brand: brand.trim() === '' ? null : brand.trim() }
        : kind === 'sector'
          ? { kind, sectorCode }
          : place === null
            ? null
            : { kind, lat: place.lat, lng: place.lng };
  return (
    <form
      className="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (said !== null) onSend(said);
      }}
    >
      {kind === 'floor_area' && (
        <NumberField label={say('stores.field.floor_area')} value={area} onChange={setArea} minValue={1} />
      )}
      {kind === 'brand' && (
        <TextField
          autoFocus
          label={say('stores.field.brand')}
          help={say('stores.noBrand')}
          value={brand}
          onChange={setBrand}
        />
      )}
      {kind === 'sector' && (
        <Select label={say('stores.field.sector')} choices={sectors} value={sectorCode} onChange={setSector} />
      )}
      {kind === 'moved' && <p role="status">{say(place === null ? 'stores.pressPlace' : 'stores.placeChosen')}</p>}
      <div className="row">
        <Button type="submit" kind="primary" isDisabled={said === null} isPending={isPending}>
          {say('action.save')}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {say('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
