import { coordinatesOf } from '@hinterland/answers/words';
import { Bookmark, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useResource } from '../api/queries.ts';
import { useText, withTexts } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields.tsx';
import { useJoint } from '../ui/pointed.tsx';
import type { ListedPlace } from './placeTable/places.ts';
import { useSurroundings } from './props.ts';
import type { RowsOfDataset } from './rowDesk/choices.ts';
import { choicesOf, listOf, type Schema } from './schema.ts';

/** Loaded when a list is pasted: it brings a reader of tables. */
const PlaceTableDialog = lazy(() => withTexts(import('./placeTable/dialog.tsx'), 'table', 'desk'));

const SaveDialog = lazy(() => withTexts(import('./saveDialog.tsx'), 'subjects'));

/** Loaded with the first dataset in place of a list. */
const DatasetDesk = lazy(() => withTexts(import('./rowDesk/datasetDesk.tsx'), 'table', 'desk'));

interface Listed {
  readonly id: string | number;
  readonly name?: string;
  readonly lat: number;
  readonly lng: number;
  readonly subject?: string;
}

interface PlaceListProps {
  readonly places: readonly Listed[];
  /** The schema of the member that takes them: says whether a dataset may stand for them. */
  readonly schema: Schema;
  /** What the member has: a dataset, perhaps. */
  readonly value: unknown;
  readonly onChange: (places: readonly Listed[]) => void;
  readonly onAdd: (places: readonly ListedPlace[]) => void;
  readonly onDataset: (value: unknown) => void;
  /** Whether there may be more than one place. */
  readonly isSeveral?: boolean;
  /** Called with the saved place that a place became; where absent, places cannot be saved here. */
  readonly onSaved?: (id: Listed['id'], saved: { readonly id: string; readonly name: string }) => void;
}

const SHOWN_MAX = 6;
const NONE = '';

/** Places of a list: the first ones by name, a way to paste more, and a dataset in their stead. */
export function PlaceList({
  places,
  schema,
  value,
  onChange,
  onAdd,
  onDataset,
  isSeveral = true,
  onSaved,
}: PlaceListProps) {
  const { say } = useText();
  const joint = useJoint();
  const [isPasting, setPasting] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const [saving, save] = useState<Listed | null>(null);
  const { path } = useSurroundings();
  const shown = isWhole ? places : places.slice(0, SHOWN_MAX);
  const reference = choicesOf(schema).find(({ properties }) => properties?.dataset !== undefined);
  const subject = typeof value === 'object' && value !== null && 'subject' in value ? String(value.subject) : undefined;
  const dataset = typeof value === 'object' && value !== null && 'dataset' in value ? String(value.dataset) : NONE;
  return (
    <>
      {dataset === NONE && places.length > 0 && (
        <ol className="place-list">
          {shown.map((place, i) => (
            <li key={place.id} {...joint(String(place.id))}>
              <span className="place-sign" aria-hidden>
                {places.length > 1 ? i + 1 : ''}
              </span>
              <bdi className="place-name">{place.name || coordinatesOf(place)}</bdi>
              {onSaved !== undefined && place.subject === undefined && (
                <Button
                  kind="quiet"
                  label={say('studio.savePlace', { name: place.name || String(i + 1) })}
                  icon={<Bookmark size={15} aria-hidden />}
                  onPress={() => save(place)}
                />
              )}
              <Button
                kind="quiet"
                label={say('studio.remove', { name: place.name || String(i + 1) })}
                icon={<X size={15} aria-hidden />}
                onPress={() => onChange(places.filter((one) => one !== place))}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="row">
        {places.length > SHOWN_MAX && (
          <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
            {isWhole ? say('studio.places.fewer') : say('studio.places.all', { count: places.length })}
          </button>
        )}
        {isSeveral && (
          <button type="button" className="link" onClick={() => setPasting(true)}>
            {say('studio.places.paste')}
          </button>
        )}
      </div>
      {reference !== undefined && <DatasetChoice value={subject ?? dataset} onDataset={onDataset} />}
      {dataset !== NONE && (
        <Suspense>
          <DatasetDesk
            kind={reference?.properties?.roles === undefined ? 'places' : 'sales'}
            value={value as RowsOfDataset}
            onChange={onDataset}
          />
        </Suspense>
      )}
      {saving !== null && (
        <Suspense>
          <SaveDialog
            path={path}
            place={{ ...saving, name: saving.name ?? '' }}
            onSaved={(saved) => onSaved?.(saving.id, saved)}
            onClose={() => save(null)}
          />
        </Suspense>
      )}
      {isPasting && (
        <Suspense>
          <PlaceTableDialog
            room={(listOf(schema)?.maxItems ?? Number.POSITIVE_INFINITY) - places.length}
            onClose={() => setPasting(false)}
            onAdd={onAdd}
          />
        </Suspense>
      )}
    </>
  );
}

/** The rows of a dataset of the organization in place of a list; nothing where it has none. */
function DatasetChoice({ value, onDataset }: { value: string; onDataset: (value: unknown) => void }) {
  const { say } = useText();
  const { path } = useSurroundings();
  const datasets = useResource(`${path}/datasets`);
  const networks = useResource(`${path}/subjects?kind=network&limit=200`);
  const ready = datasets.data?.data.filter(({ status }) => status === 'ready') ?? [];
  if (ready.length === 0) return null;
  const saved =
    networks.data?.data.flatMap(({ id, name, dataset }) => (dataset === null ? [] : [{ id, name, dataset }])) ?? [];
  return (
    <Select
      label={say('studio.places.dataset')}
      choices={[
        { id: NONE, name: say('studio.places.noDataset') },
        ...saved.map(({ id, name, dataset }) => ({
          id,
          name: say('studio.places.network', { name, count: dataset.matched }),
        })),
        ...ready.map(({ id, name, matched }) => ({
          id,
          name: say('studio.places.datasetRows', { name, count: matched }),
        })),
      ]}
      value={value}
      onChange={(id) => {
        const network = saved.find((one) => one.id === id);
        if (network !== undefined) onDataset({ dataset: network.dataset.id, subject: id });
        else onDataset(id === NONE ? undefined : { dataset: id });
      }}
    />
  );
}
