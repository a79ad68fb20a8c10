import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import { useOptions } from '../../fields/options.ts';
import { PlaceSearch } from '../../fields/placeSearch.tsx';
import { type TextKey, useText } from '../../text/index.ts';
import { Select } from '../../ui/fields.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Question } from '../studio/question.ts';
import { type Asked, askedOfSubject, at, modeOf, secondsOf, VIEWED } from './asked.ts';

interface AskFormProps {
  readonly path: OrganizationPath;
  readonly territory: string;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked) => void;
}

const MINUTES = [5, 10, 15, 30];
const MODES = ['car', 'bicycle', 'walk'];
const [VIEW, CHOSEN, ALL, SOME] = ['view', 'chosen', 'all', 'some'];

/** Where changes are looked for, how far around, and of which sector. */
export default function AskForm({ path, territory, asked, onAsk }: AskFormProps) {
  const { say } = useText();
  const { question } = asked;
  const subjects =
    useResource(`${path}/subjects?limit=200&territory=${encodeURIComponent(territory)}`).data?.data ?? [];
  const sectors = useOptions('markets.sectors', '').options ?? [];
  const change = (values: Question['values']) =>
    onAsk({ ...asked, question: { ...question, values: { ...question.values, ...values } } });
  const isSaved = subjects.some(({ id }) => id === asked.subject);
  const { areas, polygon } = question.values;
  const isView = question.places.length === 0 && areas === undefined && polygon === undefined;
  const where = isView ? VIEW : isSaved ? String(asked.subject) : CHOSEN;
  const minutes = secondsOf(question) / 60;
  const mode = modeOf(question);
  const given = Array.isArray(question.values.sectors) ? question.values.sectors.map(String) : [];
  return (
    <div className="stack">
      <Select
        label={say('changed.where')}
        value={String(where)}
        choices={[
          { id: String(VIEW), name: say('changed.view') },
          ...(where === CHOSEN ? [{ id: String(CHOSEN), name: asked.name || say('changed.chosen') }] : []),
          ...subjects.map(({ id, name }) => ({ id, name })),
        ]}
        onChange={(id) => {
          const subject = subjects.find((one) => one.id === id);
          if (subject !== undefined) void askedOfSubject(path, question, subject).then(onAsk);
          else if (id === VIEW) onAsk({ ...VIEWED, question: at(question, []) });
        }}
      />
      <PlaceSearch
        path={path}
        isForSeveral
        isSavedShown={false}
        onChoose={({ name, lat, lng }) =>
          onAsk({ ...VIEWED, name, question: at(question, [{ id: 1, name, lat, lng }]) })
        }
      />
      {asked.isCut && (
        <p className="soft small">{say('changed.first', { count: question.places.length, name: asked.name })}</p>
      )}
      {question.places.length > 0 && (
        <div className="changed-reach">
          <Segments
            label={say('changed.within')}
            value={String(minutes)}
            choices={[...new Set([...MINUTES, minutes])]
              .toSorted((a, b) => a - b)
              .map((count) => ({ id: String(count), name: say('changed.minutes', { count }) }))}
            onChange={(chosen) =>
              change({ bandSeconds: [Number(chosen) * 60], bandMeters: undefined, radiusMeters: undefined })
            }
          />
          <Segments
            label={say('changed.by')}
            value={mode}
            choices={[...new Set([...MODES, mode])].map((id) => ({ id, name: say(`by.${id}` as TextKey) }))}
            onChange={(chosen) => change({ mode: chosen, departure: undefined })}
          />
        </div>
      )}
      <Select
        label={say('changed.sector')}
        value={given.length === 0 ? String(ALL) : given.length === 1 ? String(given[0]) : String(SOME)}
        choices={[
          { id: String(ALL), name: say('changed.allSectors') },
          ...(given.length > 1
            ? [{ id: String(SOME), name: say('changed.someSectors', { count: given.length }) }]
            : []),
          ...sectors.map(({ id, name }) => ({ id, name })),
        ]}
        onChange={(id) => {
          if (id !== SOME) change({ sectors: id === ALL ? undefined : [id] });
        }}
      />
    </div>
  );
}
