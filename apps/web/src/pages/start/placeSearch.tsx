import type { ActionResult } from '@hinterland/client';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { List, Territory } from '../../api/types.ts';
import { useText } from '../../text/index.ts';

export interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

interface Found extends Place {
  readonly id: number;
}

const PAUSE_MILLISECONDS = 200;
const LEAST_CHARACTERS = 3;

/** Finds addresses and areas of the installed territories as they are typed. */
export function PlaceSearch({ path, onChoose }: { path: string; onChoose: (place: Place) => void }) {
  const { say } = useText();
  const [typed, setTyped] = useState('');
  const places = usePlaces(path, useAfterPause(typed));
  return (
    <ComboBox
      className="place-search"
      inputValue={typed}
      onInputChange={setTyped}
      items={places}
      allowsEmptyCollection={typed.trim().length >= LEAST_CHARACTERS}
      defaultFilter={() => true}
      onChange={(key) => {
        const place = places[Number(key)];
        if (key !== null && place !== undefined) onChoose(place);
      }}
    >
      <Label className="visually-hidden">{say('search.label')}</Label>
      <Search size={20} aria-hidden />
      <Input className="input" placeholder={say('search.placeholder')} />
      <Popover className="popover">
        <ListBox<Found> renderEmptyState={() => <p className="menu-header">{say('palette.nothing')}</p>}>
          {({ id, name }) => (
            <ListBoxItem id={id} className="menu-item" textValue={name}>
              <bdi>{name}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** Places that match a text, in all territories. */
function usePlaces(path: string, text: string): Found[] {
  const territories = useResource<List<Territory>>('/data');
  const continents = [...new Set(territories.data?.data.map(({ continent }) => continent))];
  const { data } = useQuery<Found[]>({
    queryKey: ['places', path, text, continents],
    enabled: text.trim().length >= LEAST_CHARACTERS && continents.length > 0,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        continents.map((continent) =>
          request<{ result: ActionResult<'search.addresses'> }>(`${path}/actions/search.addresses/execute`, {
            method: 'POST',
            body: { query: text, continent, limit: 6 },
            signal,
          }),
        ),
      );
      return found
        .flatMap(({ result }) => result.addresses)
        .map(({ displayLine, lat, lng }, id) => ({ id, name: displayLine, lat, lng }));
    },
  });
  return data ?? [];
}

/** The value once it has not changed for a while. */
function useAfterPause(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
