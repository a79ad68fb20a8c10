import { X } from 'lucide-react';
import type { DatasetPath, OrganizationPath } from '../../api/address.ts';
import { useChange } from '../../api/queries.ts';
import type { Dataset, DatasetRow } from '../../api/types.ts';
import { PlaceSearch } from '../../fields/placeSearch.tsx';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { reasonText } from './reasons.ts';

/** Where a row is to be put, until that is saved. */
export interface Draft {
  readonly lat: number;
  readonly lng: number;
}

interface CorrectionProps {
  readonly dataset: Dataset;
  readonly row: DatasetRow;
  readonly home: OrganizationPath;
  /** Path of the dataset. */
  readonly path: DatasetPath;
  readonly draft: Draft | null;
  readonly mayChange: boolean;
  readonly onDraft: (draft: Draft | null) => void;
  readonly onClose: () => void;
}

/** One row: its cells, why it is where it is, and a place for it that is found, or put on the map. */
export default function Correction({ dataset, row, home, path, draft, mayChange, onDraft, onClose }: CorrectionProps) {
  const { say } = useText();
  const { percent } = useFormat();
  const place = useChange({
    method: 'PUT',
    path: `${path}/rows/${row.index}/place`,
    changes: [`${home}/datasets`],
    body: (at: Draft | null) => ({ place: at }),
  });
  const save = (at: Draft | null) => place.mutate(at, { onSuccess: () => onDraft(null) });
  const title = say('datasets.row', { no: row.index + 1 });
  return (
    <section className="card correction" aria-label={title} data-row={row.index} data-state={row.state}>
      <div className="card-head">
        <h2>{title}</h2>
        <Button kind="quiet" label={say('action.close')} icon={<X size={18} aria-hidden />} onPress={onClose} />
      </div>
      <div className="card-body stack">
        <dl className="facts">
          {(dataset.columns ?? []).map((column, i) =>
            (row.cells[i] ?? '') === '' ? null : (
              <div key={column}>
                <dt>
                  <bdi>{column}</bdi>
                </dt>
                <dd className="break">
                  <bdi>{row.cells[i]}</bdi>
                </dd>
              </div>
            ),
          )}
        </dl>
        <p role="status">
          {reasonText(say, row.reason)}{' '}
          {row.matchedAddress !== null && (
            <>
              <bdi>{row.matchedAddress}</bdi>
              {row.confidence !== null && ` (${percent(row.confidence)})`}
            </>
          )}
        </p>
        {mayChange && (
          <>
            <p className="soft small">{say(draft === null ? 'datasets.correct' : 'datasets.correctSave')}</p>
            <PlaceSearch path={home} isForSeveral onChoose={({ lat, lng }) => onDraft({ lat, lng })} />
            <div className="row">
              <Button
                kind="primary"
                isDisabled={draft === null}
                isPending={place.isPending}
                onPress={() => draft !== null && save(draft)}
              >
                {say('datasets.savePlace')}
              </Button>
              {draft !== null && <Button onPress={() => onDraft(null)}>{say('action.cancel')}</Button>}
              {draft === null && row.state === 'by_hand' && (
                <Button onPress={() => save(null)}>{say('datasets.takeBack')}</Button>
              )}
            </div>
          </>
        )}
        <ErrorNotice error={place.error} />
      </div>
    </section>
  );
}
