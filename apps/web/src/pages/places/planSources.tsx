import type { Schemas } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { useAmounts } from './useAmounts.ts';

type Source = NonNullable<Schemas['PlacePlan']['sources']>[number];

/** Sources of people and of money side by side: what is taken for which part, and what could stand in its place. */
export function PlanSources({ sources }: { sources: readonly Source[] }) {
  const { say } = useText();
  const { country } = useFormat();
  const { size } = useAmounts();
  const nameOf = (code: string) => country(code) ?? code;
  const columns: Column<Source>[] = [
    {
      id: 'source',
      title: say('data.source'),
      cell: ({ name, vintage, isChosen, isOfficial }) => (
        <>
          <bdi className="strong">{name}</bdi>
          <span className="soft block">
            {[
              say(isChosen ? 'places.taken' : 'places.instead'),
              say(isOfficial ? 'places.isOfficial' : 'places.isModelled'),
              vintage,
            ].join(', ')}
          </span>
        </>
      ),
    },
    { id: 'part', title: say('places.part'), cell: ({ countries }) => countries.map(nameOf).join(', ') },
    {
      id: 'topics',
      title: say('places.topics'),
      number: true,
      nowrap: true,
      cell: ({ topics }) => say('places.topicsOf', { some: topics.length, all: 10 }),
    },
    {
      id: 'money',
      title: say('places.money'),
      cell: ({ spend, incomes }) =>
        spend === null ? (
          say('places.noMoney')
        ) : (
          <>
            {say('places.level', { country: nameOf(spend.of), year: spend.year })}
            <span className="soft block">
              {incomes === null ? say('places.alike') : say('places.bent', { name: incomes.name })}
            </span>
          </>
        ),
    },
    { id: 'size', title: say('places.size'), number: true, nowrap: true, cell: ({ megabytes }) => size(megabytes) },
  ];
  return (
    <Table
      caption={say('places.sideBySide')}
      columns={columns}
      rows={sources}
      keyOf={({ name, countries }) => `${name} ${countries.join()}`}
    />
  );
}
