import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldView } from '../fields/fieldView.tsx';
import type { Kind } from '../fields/kind.ts';
import { PlaceSearch } from '../fields/placeSearch.tsx';
import { FieldSurroundings } from '../fields/props.ts';
import type { Schema } from '../fields/schema.ts';
import { LANGUAGES } from '../text/index.ts';
import { Loading } from '../ui/states.tsx';
import { State, States } from './state.tsx';

const PATH = '/organizations/0';
const TERRITORY = 'demo';
const OPTIONS = [
  { id: 'food.bakery', name: 'Bakeries', note: 'Food' },
  { id: 'food.supermarket', name: 'Supermarkets', note: 'Food' },
];

/** Knows the lists that fields ask for, so that the page needs no session. */
function withOptions(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  for (const language of Object.keys(LANGUAGES))
    for (const source of ['markets.sectors', 'search.brands', 'areas.list'])
      client.setQueryData(['options', source, PATH, TERRITORY, language, ''], OPTIONS);
  return client;
}

const place: Schema = { type: 'object', properties: { lat: { type: 'number' }, lng: { type: 'number' } } };
const listedPlace: Schema = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, ...place.properties },
};

/** A field of each kind with a value; fields whose lists come from the service alone are on the pages that have them. */
export const KINDS: Readonly<
  Partial<Record<Kind, { readonly name: string; readonly schema: Schema; readonly value: unknown }>>
> = {
  place: { name: 'origin', schema: place, value: { lat: -37.4812, lng: -151.9034 } },
  places: {
    name: 'stores',
    schema: { type: 'array', items: listedPlace },
    value: [
      { id: 'S1', name: 'Harbour', lat: -37.48, lng: -151.9 },
      { id: 'S2', name: 'Uplands', lat: -37.5, lng: -151.95 },
    ],
  },
  limits: {
    name: 'bandSeconds',
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 60, maximum: 3600 },
      maxItems: 10,
      description: 'Travel time in seconds',
    },
    value: [300, 600, 900],
  },
  pick: {
    name: 'sectorCode',
    schema: { type: 'string', description: 'Codes: markets.sectors' },
    value: 'food.bakery',
  },
  picks: {
    name: 'sectorCodes',
    schema: { type: 'array', items: { type: 'string' }, description: 'Codes: markets.sectors' },
    value: ['food.bakery', 'food.supermarket'],
  },
  choice: { name: 'mode', schema: { enum: ['car', 'walk', 'bicycle', 'transit'], default: 'car' }, value: 'walk' },
  choices: {
    name: 'topics',
    schema: { type: 'array', items: { enum: ['age', 'income', 'households'] } },
    value: ['age'],
  },
  number: { name: 'minutes', schema: { type: 'integer', minimum: 1, maximum: 60, default: 10 }, value: 15 },
  flag: { name: 'geometry', schema: { type: 'boolean', default: false }, value: true },
  day: {
    name: 'day',
    schema: {
      anyOf: [{ enum: ['weekday', 'saturday', 'sunday'] }, { type: 'string', format: 'date' }],
      default: 'weekday',
    },
    value: '2026-10-02',
  },
  text: { name: 'name', schema: { type: 'string', maxLength: 200 }, value: 'Harbour' },
  texts: { name: 'fixedStores', schema: { type: 'array', items: { type: 'string' } }, value: ['S1', 'S2'] },
  closing: {
    name: 'closing',
    schema: {
      type: 'object',
      properties: {
        sectorCode: { type: 'string', description: 'Code: markets.sectors' },
        sales: { type: 'array', items: { type: 'object' } },
        currency: { type: 'string' },
      },
    },
    value: { sectorCode: 'food.bakery', sales: [{ id: 1, sales: 420_000 }], currency: 'EUR' },
  },
  json: { name: 'properties', schema: {}, value: { color: 'blue' } },
};
const STORES = [
  { id: 1, name: 'Harbour', lat: -37.1, lng: -151.9 },
  { id: 2, name: 'Mill Lane', lat: -37.2, lng: -151.8 },
];
const FAULT = 'Say something else here: the value is not one of those.';

function Kept({ kind, isFilled, error }: { kind: Kind; isFilled: boolean; error: string | null }) {
  const { name, schema, value: given } = KINDS[kind]!;
  const [value, setValue] = useState<unknown>(isFilled ? given : undefined);
  return (
    <FieldView
      field={{ name, schema, isRequired: false }}
      pointer={`/${name}`}
      value={value}
      onChange={setValue}
      errorOf={(pointer) => (pointer === `/${name}` && error !== null ? error : undefined)}
    />
  );
}

export function ActionFields() {
  const [client] = useState(withOptions);
  return (
    <QueryClientProvider client={client}>
      <FieldSurroundings
        value={{ path: PATH, territory: TERRITORY, bounds: [-152.5, -38, -151.4, -37], asked: STORES }}
      >
        <States title="Fields of actions">
          {(Object.keys(KINDS) as Kind[]).map((kind) => (
            <State key={kind} name={`Field, ${kind}: filled, empty, at fault`}>
              <Kept kind={kind} isFilled error={null} />
              <Kept kind={kind} isFilled={false} error={null} />
              <Kept kind={kind} isFilled error={FAULT} />
            </State>
          ))}
          <State name="PlaceSearch, which takes coordinates without a session">
            <PlaceSearch path={PATH} onChoose={() => {}} />
          </State>
          <State name="What a field shows while its control is loaded">
            <Loading lines={1} />
          </State>
        </States>
      </FieldSurroundings>
    </QueryClientProvider>
  );
}
