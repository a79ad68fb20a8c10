import type { ActionInput } from '@hinterland/client';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { OrganizationPath } from '../api/address.ts';
import { useResource } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useText } from '../text/index.ts';
import { useAfterPause } from '../ui/useAfterPause.ts';
import { useLoaded } from '../ui/useLoaded.ts';
import { type About, aboutOf } from './aboutPlace.ts';
import { OpenWhenItComes } from './openWhenItComes.tsx';

export interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Id of the saved place that it is. */
  readonly subject?: string;
}

interface Found extends Place {
  readonly id: number;
  /** What it is and the town that its name does not say; absent for addresses and coordinates. */
  readonly about?: About;
}

const NONE: Found[] = [];

/** Where those ask who are not signed in. */
export const FRONT = '/front';

const PAUSE_MILLISECONDS = 200;
const LEAST_CHARACTERS = 3;

const loadCoordinates = async () => {
  const { typedPlaces } = await import('./placesText.ts');
  return { typedPlaces };
};

/** Where places are found: for an organization, or for those who are not signed in. */
export type PlacesPath = OrganizationPath | typeof FRONT;

interface PlaceSearchProps {
  readonly path: PlacesPath;
  readonly onChoose: (place: Place) => void;
  /** Empties the field once a place is chosen, for the next one. */
  readonly isForSeveral?: boolean;
  /** Whether saved places come first. */
  readonly isSavedShown?: boolean;
}

/** Finds addresses and areas of the installed territories as they are typed, and takes coordinates. */
export function PlaceSearch({ path, onChoose, isForSeveral = false, isSavedShown = true }: PlaceSearchProps) {
  const { say } = useText();
  const [typed, setTyped] = useState('');
  // A new field for each place: the list closes and the text goes.
  const [count, setCount] = useState(0);
  const settled = useAfterPause(typed, PAUSE_MILLISECONDS);
  const { found, isPending } = usePlaces(path, settled);
  const coordinates = useLoaded(loadCoordinates)?.typedPlaces(typed, say);
  const saved = useSaved(path, typed, isSavedShown);
  const others = coordinates?.places.length ? coordinates.places : found;
  const places = useMemo(() => [...saved, ...others].map((place, id): Found => ({ ...place, id })), [saved, others]);
  return (
    <ComboBox
      key={count}
      autoFocus={count > 0}
      className="place-search"
      data-tour="search"
      inputValue={typed}
      onInputChange={setTyped}
      items={places}
      // The list closes when the page scrolls below it; what was typed stays.
      allowsCustomValue
      menuTrigger={saved.length > 0 && count === 0 ? 'focus' : 'input'}
      allowsEmptyCollection={typed.trim().length >= LEAST_CHARACTERS}
      defaultFilter={() => true}
      onChange={(key) => {
        const place = key === null ? undefined : places.find(({ id }) => id === Number(key));
        if (place === undefined) return;
        if (isForSeveral) {
          setTyped('');
          setCount(count + 1);
        }
        // The option's own number is no id of the place.
        const { name, lat, lng, subject } = place;
        onChoose({ name, lat, lng, ...(subject === undefined ? {} : { subject }) });
      }}
    >
      <OpenWhenItComes answered={isPending ? undefined : coordinates?.places.length ? 'coordinates' : found} />
      <Label className="visually-hidden">{say('search.label')}</Label>
      <Search size={20} aria-hidden />
      <Input className="input" placeholder={say('search.placeholder')} />
      <Popover className="popover">
        <ListBox<Found>
          renderEmptyState={() => (
            <p className="menu-header">
              {say(
                isPending || settled !== typed
                  ? 'state.loading'
                  : coordinates?.fault
                    ? `search.fault.${coordinates.fault}`
                    : 'palette.nothing',
              )}
            </p>
          )}
        >
          {({ id, name, about, subject }) => (
            <ListBoxItem id={id} className="menu-item" textValue={name}>
              <bdi>{name}</bdi>
              {subject !== undefined && <span className="place-about soft small">{say('search.saved')}</span>}
              {about !== undefined && (
                <span className="place-about soft small">
                  {say(`search.kind.${about.kind}`)}
                  {about.town !== '' && (
                    <>
                      , <bdi>{about.town}</bdi>
                    </>
                  )}
                </span>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

const SAVED_SHOWN = 6;
const NO_SAVED: Place[] = [];

/** Saved places whose names hold a text, those that changed last first; none for those who are not signed in. */
function useSaved(path: PlacesPath, text: string, isShown: boolean): Place[] {
  const { data } = useQuery<Place[]>({
    queryKey: [...path.split('/').filter(Boolean), 'subjects', 'saved'],
    enabled: path !== FRONT && isShown,
    queryFn: async ({ signal }) => {
      if (path === FRONT) return NO_SAVED;
      const { data: subjects } = await request(`${path}/subjects?kind=place&limit=200`, { signal });
      return subjects.flatMap(({ id, name, lat, lng }) =>
        lat === null || lng === null ? [] : [{ name, lat, lng, subject: id }],
      );
    },
  });
  return useMemo(() => {
    const wanted = text.trim().toLocaleLowerCase();
    if (!isShown || data === undefined) return NO_SAVED;
    return data.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, SAVED_SHOWN);
  }, [data, text, isShown]);
}

/** Places that match a text, in all territories. */
export function usePlaces(path: PlacesPath, text: string): { found: Found[]; isPending: boolean } {
  const territories = useResource(path === FRONT ? FRONT : '/data');
  const installed: readonly { readonly continent: string }[] = territories.data?.data ?? [];
  const continents = [...new Set(installed.map(({ continent }) => continent))];
  const { data = NONE, isFetching } = useQuery<Found[]>({
    queryKey: ['places', path, text, continents],
    enabled: text.trim().length >= LEAST_CHARACTERS && continents.length > 0,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        continents.map((continent) =>
          request(`${path}/actions/search.addresses/execute`, {
            method: 'POST',
            body: { query: text, continent: continent as ActionInput<'search.addresses'>['continent'], limit: 6 },
            signal,
          }),
        ),
      );
      return found
        .flatMap(({ result }) => result.addresses)
        .map((place, id) => ({ id, name: place.displayLine, lat: place.lat, lng: place.lng, ...aboutOf(place) }));
    },
  });
  return { found: data, isPending: isFetching };
}
