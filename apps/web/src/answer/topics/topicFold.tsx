import { chooseFields } from '@hinterland/answers/words';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Columns } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';
import { Joined } from '../../ui/pointed.tsx';
import { FigureTable } from '../results/figureTable.tsx';
import { Figure } from '../results/how.tsx';
import { type Published, useTopicFigure } from '../results/topicFigure.ts';
import { useUnits, useUnitsBeside } from '../results/units.ts';
import { ShareBar } from './shareBar.tsx';

/** A part that a topic has figures for, with its name. */
export interface Compared {
  readonly id: string;
  readonly name: string;
}

interface TopicFoldProps {
  readonly topic: Published;
  readonly pointer: string;
  /** The area asked about first, then the areas around it. */
  readonly compared: readonly Compared[];
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
}

/** A topic: its best known figure at once, beside the widest area; the others when it is opened. */
export function TopicFold({ topic, pointer, compared, isOpen = false }: TopicFoldProps) {
  const names = useNames();
  const units = useUnits();
  const beside = useUnitsBeside();
  const { say } = useText();
  const { people, percentSign } = useFormat();
  const { figure, share, meaning } = useTopicFigure();
  const { headline, rates, shares, classes } = chooseFields(topic);
  const [here] = compared as readonly [Compared];
  const widest = compared.at(-1);
  const isShare = headline !== undefined && shares.includes(headline);
  const shownOf = (id: string) => (isShare ? share : figure)(topic, id, headline as string).how.shown;
  const unit = isShare || headline === undefined ? '' : units(topic.fields[headline]?.unit ?? '');
  const sign = unit === '%' ? percentSign : '';
  const columns = compared.map(({ name }) => name);
  const bars = classes.flatMap(({ field, name }) => {
    const { value } = figure(topic, here.id, field);
    return value === null ? [] : [{ id: field, name, value }];
  });
  const row = (field: string, one: typeof figure, part: 'values' | 'shares') => {
    const cells = compared.map(({ id }) => one(topic, id, field));
    const title = meaning(topic, field);
    return {
      id: field,
      title:
        part === 'values' ? (
          title
        ) : (
          <>
            {title}
            <ShareBar here={cells[0]?.value ?? null} around={cells.length > 1 ? (cells.at(-1)?.value ?? null) : null} />
          </>
        ),
      unit: part === 'values' ? beside(topic.fields[field]?.unit ?? '') : '',
      cells: cells.map((cell, i) => (
        <Figure key={compared[i]?.id} pointer={`${pointer}/figures/${compared[i]?.id}/${part}/${field}`} {...cell} />
      )),
    };
  };
  const sharesOf = (fields: readonly string[]) => (
    <FigureTable
      caption={say('studio.topic.shares')}
      head={say('studio.topic.shares')}
      columns={columns}
      rows={fields.map((field) => row(field, share, 'shares'))}
    />
  );
  return (
    <details className="fold topic" data-topic={topic.code} open={isOpen}>
      <summary>
        <span>{names.value(topic.code)}</span>
        {headline !== undefined && (
          <>
            <strong>
              {shownOf(here.id)}
              {sign}
              {sign === '' && unit !== '' && <span className="soft small"> {unit}</span>}
            </strong>
            <span className="soft small">{meaning(topic, headline)}</span>
            {widest !== undefined && widest.id !== here.id && (
              <span className="soft small">
                <bdi>{widest.name}</bdi> {shownOf(widest.id)}
                {sign}
              </span>
            )}
          </>
        )}
      </summary>
      <Joined>
        <div className="stack">
          {rates.length > 0 && (
            <FigureTable
              caption={names.value(topic.code)}
              columns={columns}
              rows={rates.map((field) => row(field, figure, 'values'))}
            />
          )}
          {shares.length > 0 && sharesOf(shares)}
          {bars.length > 0 && (
            <>
              <p>
                <strong>{say('chart.ages')}</strong>
              </p>
              <Columns label={say('chart.ages')} bars={bars} format={people} />
              <details className="fold">
                <summary>{say('chart.table')}</summary>
                {sharesOf(classes.map(({ field }) => field))}
              </details>
            </>
          )}
        </div>
      </Joined>
    </details>
  );
}
