import { X } from 'lucide-react';
import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { PlaceWithSales } from '../../api/types.ts';
import { useText, useWords } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/numberField.tsx';
import { Ranges } from '../../ui/ranges.tsx';
import { wordOf } from './fall.ts';

interface SalesThatCameProps {
  readonly path: OrganizationPath;
  readonly code: string;
  readonly versionNo: number;
  /** Only the author of an analysis says what came. */
  readonly isOwn: boolean;
}

/** Where the sales fell that came at places which a version forecasts, and how often its model was right. */
export default function SalesThatCame({ path, code, versionNo, isOwn }: SalesThatCameProps) {
  const { say } = useText();
  const words = useWords();
  const address = `${path}/analyses/${code}/versions/${versionNo}/sales` as const;
  const { data, error } = useResource(address);
  const save = useChange({
    method: 'PUT',
    path: address,
    changes: [`${path}/analyses/${code}/versions`],
    body: (sales: { id: string; sold: number | null }) => ({ sales: [sales] }),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [sold, setSold] = useState<number | null>(null);
  if (error !== null) return <ErrorNotice error={error} />;
  if (data?.model == null) return null;
  const { model, places, coverage } = data;
  const money = (value: number) =>
    words.short(value, 'currency_per_year') + (model.currency === null ? '' : ` ${model.currency}`);
  const nameOf = ({ id, name }: PlaceWithSales) => name ?? (id === 'place' ? say('came.only') : id);
  const came = places.filter((place) => place.sold !== null);
  const place = chosen ?? places[0]?.id ?? '';
  if (came.length === 0 && !isOwn && (coverage?.of ?? 0) === 0) return null;
  return (
    <section className="stack-tight" data-came={came.length}>
      <h3 className="label">{say('came.title')}</h3>
      {came.length > 0 && (
        <Ranges
          label={say('came.title')}
          ranges={came.map((one) => ({
            id: one.id,
            name: nameOf(one),
            value: one.forecast,
            eight: one.range80,
            nineteen: one.range95,
            came: one.sold,
            note: (
              <>
                {say(wordOf(one), { sold: money(one.sold as number) })}
                {isOwn && (
                  <Button
                    kind="quiet"
                    aria-label={say('came.takeBackOf', { place: nameOf(one) })}
                    onPress={() => save.mutate({ id: one.id, sold: null })}
                  >
                    <X size={14} aria-hidden />
                    {say('came.takeBack')}
                  </Button>
                )}
              </>
            ),
          }))}
          format={(value) => words.short(value, 'currency_per_year')}
          keys={{ eight: words.say('ranges.eight'), nineteen: words.say('ranges.nineteen'), came: say('came.key') }}
          figure={(value, low, high) => say('ranges.figure', { value, low, high })}
        />
      )}
      {isOwn && places.length > 0 && (
        <>
          <p className="soft small">{say('came.help')}</p>
          <Form
            submit={say('came.save')}
            onSubmit={async () => {
              await save.mutateAsync({ id: place, sold });
              setSold(null);
            }}
          >
            {(errorOf) => (
              <>
                {places.length > 1 && (
                  <Select
                    label={say('came.place')}
                    choices={places.map((one) => ({ id: one.id, name: nameOf(one) }))}
                    value={place}
                    onChange={setChosen}
                  />
                )}
                <NumberField
                  label={model.currency === null ? say('came.sold') : say('came.soldIn', { currency: model.currency })}
                  value={sold}
                  onChange={setSold}
                  minValue={0}
                  error={errorOf('sales/0/sold') ?? errorOf('sales/0/id')}
                />
              </>
            )}
          </Form>
        </>
      )}
      {coverage !== null && (
        <p className="soft small">
          {coverage.of === 0
            ? places.length === 0 && say('came.coverageNone')
            : say('came.coverage', {
                count: coverage.of,
                within: coverage.within80,
                expected: words.short(Math.round(0.8 * coverage.of)),
              })}
        </p>
      )}
    </section>
  );
}
