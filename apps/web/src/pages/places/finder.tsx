import { type FormEvent, useState } from 'react';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';

const RADII_KM = [5, 10, 25, 50, 100];

interface FinderProps {
  readonly place: string;
  readonly radiusKm: number;
  readonly onLook: (place: string, radiusKm: number) => void;
}

/** Asks for a place: by name, code, box or point. */
export function Finder({ place, radiusKm, onLook }: FinderProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [typed, setTyped] = useState(place);
  const [radius, setRadius] = useState(radiusKm);
  const look = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onLook(typed.trim(), radius);
  };
  const radii = RADII_KM.includes(radius) ? RADII_KM : [...RADII_KM, radius];
  return (
    <Card title={say('places.which')}>
      <form className="card-body place-find" onSubmit={look}>
        <TextField
          label={say('places.place')}
          help={say('places.placeHelp')}
          value={typed}
          onChange={setTyped}
          maxLength={200}
        />
        <Select
          label={say('places.radius')}
          choices={radii.map((km) => ({ id: String(km), name: `${number(km)} km` }))}
          value={String(radius)}
          onChange={(km) => setRadius(Number(km))}
        />
        <Button type="submit" kind={place === '' ? 'primary' : 'plain'}>
          {say('places.look')}
        </Button>
      </form>
    </Card>
  );
}
