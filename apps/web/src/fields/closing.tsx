import { coordinatesOf } from '@hinterland/answers/words';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import type { DatasetReading } from '../api/types.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { useFormat } from '../ui/format.ts';
import { ErrorNotice } from '../ui/notice.tsx';
import { NumberField } from '../ui/numberField.tsx';
import { FieldFault, Help } from './help.tsx';
import { PickControl } from './pick.tsx';
import { type ControlProps, useSurroundings } from './props.ts';
import type { RowsOfDataset } from './rowDesk/choices.ts';
import { TextControl } from './text.tsx';
import { useNames } from './title.ts';

interface StoreSales {
  readonly id: string | number;
  readonly sales: number;
  readonly squareMeters?: number;
}

interface Closing {
  readonly sectorCode?: string | undefined;
  readonly sales?: readonly StoreSales[];
  readonly currency?: string | undefined;
}

interface Store {
  readonly id: string | number;
  readonly name: string;
}

/** Stores shown until all are asked for. */
const SHOWN_MAX = 12;

/** The sales of each own store, by which closing is weighed: those of a sheet, or typed. */
export default function ClosingControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const { number } = useFormat();
  const names = useNames();
  const { path, asked } = useSurroundings();
  const [isWhole, setWhole] = useState(false);
  const given = (value ?? {}) as Closing;
  const { dataset, ...said } = isRows(asked) ? asked : { dataset: null };
  const sheet = useQuery({
    queryKey: [...path.split('/').filter(Boolean), 'datasets', dataset, 'reading', 'sales', JSON.stringify(said)],
    queryFn:
      dataset === null
        ? skipToken
        : ({ signal }): Promise<DatasetReading> =>
            request(`${path}/datasets/${dataset}/reading`, {
              method: 'POST',
              body: { kind: 'sales', ...said } as never,
              signal,
            }),
  });
  // Those whose sales the sheet does not say come first: they are to be typed, or left out.
  const ofRows = (sheet.data?.stores ?? []).toSorted((a, b) => Number(a.sales !== null) - Number(b.sales !== null));
  const stores: readonly Store[] = dataset === null ? storesIn(asked) : ofRows;
  const ofSheet = salesIn(sheet.data);
  const sales = given.sales ?? [];
  const change = (next: Closing) => {
    const { sectorCode, currency, sales = [] } = next;
    const isNothing = sectorCode === undefined && currency === undefined && sales.length === 0;
    onChange(isNothing ? undefined : next);
  };
  const take = () =>
    change({
      ...given,
      sales: ofSheet,
      ...(sheet.data?.currency == null ? {} : { currency: sheet.data.currency }),
    });
  const setSales = (id: Store['id'], sold: number | null) => {
    const others = sales.filter((one) => one.id !== id);
    const known = sales.find((one) => one.id === id);
    change({ ...given, sales: sold === null ? others : [...others, { ...known, id, sales: sold }] });
  };
  const member = (name: 'sectorCode' | 'currency'): ControlProps => ({
    label: names.field(name),
    help: schema.properties?.[name]?.description,
    schema: schema.properties?.[name] ?? {},
    value: given[name],
    onChange: (next) => change({ ...given, [name]: next as string | undefined }),
    error: undefined,
  });
  const shown = isWhole ? stores : stores.slice(0, SHOWN_MAX);
  return (
    <fieldset className="fieldset stack-tight" data-closing={sales.length}>
      <legend className="field-head">
        <span className="label">{label}</span>
        <Help label={label} help={help} />
      </legend>
      <FieldFault>
        {sales.length > 0 && given.sectorCode === undefined ? say('studio.closing.sector') : error}
      </FieldFault>
      <PickControl {...member('sectorCode')} />
      <TextControl {...member('currency')} />
      {stores.length === 0 && sheet.fetchStatus === 'idle' && (
        <p className="soft small">{say('studio.closing.none')}</p>
      )}
      {ofSheet.length > 0 && !isSame(ofSheet, sales) && (
        <div className="row">
          <Button onPress={take}>
            {say('studio.closing.take', { count: ofSheet.length, stores: number(ofSheet.length) })}
          </Button>
        </div>
      )}
      <ErrorNotice error={sheet.error} />
      {shown.map(({ id, name }) => (
        <NumberField
          key={id}
          label={say('studio.closing.of', { name: name || String(id) })}
          value={sales.find((one) => one.id === id)?.sales ?? null}
          minValue={1}
          onChange={(sold) => setSales(id, sold)}
        />
      ))}
      {stores.length > shown.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {say('studio.places.all', { count: stores.length })}
        </button>
      )}
    </fieldset>
  );
}

const isRows = (asked: unknown): asked is RowsOfDataset =>
  typeof asked === 'object' && asked !== null && 'dataset' in asked;

const storesIn = (asked: unknown): readonly Store[] =>
  Array.isArray(asked)
    ? (asked as readonly { id: string | number; name?: string; lat: number; lng: number }[]).map((one) => ({
        id: one.id,
        name: one.name || coordinatesOf(one),
      }))
    : [];

/** The sales of a sheet, of the stores that have some. */
const salesIn = (reading: DatasetReading | undefined): StoreSales[] =>
  (reading?.stores ?? []).flatMap(({ id, sales, squareMeters }) =>
    sales === null ? [] : [{ id, sales, ...(squareMeters === null ? {} : { squareMeters }) }],
  );

const isSame = (one: readonly StoreSales[], other: readonly StoreSales[]): boolean =>
  one.length === other.length &&
  one.every(({ id, sales }) => other.some((two) => two.id === id && two.sales === sales));
