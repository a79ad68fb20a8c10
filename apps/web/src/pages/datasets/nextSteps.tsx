import { holdsSales } from '@hinterland/catalogue/columns';
import { lazy, Suspense, useState } from 'react';
import type { DatasetPath } from '../../api/address.ts';
import { useChange } from '../../api/queries.ts';
import type { Dataset, Job } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Select } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Exchange } from './exchange.tsx';
import { LearnStep } from './learnStep.tsx';
import { LeftOutRows } from './leftOutRows.tsx';
import { NetworkStep } from './networkStep.tsx';

/** Brings the reader of tables. */
const MappingDialog = lazy(() => import('./mappingDialog.tsx'));

interface NextStepsProps {
  readonly dataset: Dataset;
  readonly path: DatasetPath;
  readonly mayChange: boolean;
}

/** The job on a dataset, or what can be done with it next. */
export default function NextSteps({ dataset, path, mayChange }: NextStepsProps) {
  const { say } = useText();
  const { status, error, job } = dataset;
  if (job !== null) return <Progress job={job} path={path} mayChange={mayChange} />;
  if (status === 'ready') return <Steps dataset={dataset} path={path} mayChange={mayChange} />;
  return (
    <div role="alert" data-error={error?.error ?? status}>
      <Notice kind="error">
        <p className="strong">{say(`datasets.status.${status}`)}</p>
        {error !== null && (
          <p>
            <Sentence>{error.detail}</Sentence>
          </p>
        )}
      </Notice>
    </div>
  );
}

const TYPES = ['datasets.import', 'datasets.geocode', 'datasets.snap'] as const;

function Progress({
  job: { id, type, status, progress },
  path,
  mayChange,
}: {
  job: Job;
  path: DatasetPath;
  mayChange: boolean;
}) {
  const { say } = useText();
  const { number } = useFormat();
  const stop = useChange({ method: 'POST', path: `${path}/jobs/${id}/stop`, changes: [path] });
  const { total, done, failed } = progress;
  const kind = TYPES.find((one) => one === type);
  const text = say('datasets.progress', { done: number(done + failed), total: number(total) });
  return (
    <section className="card" data-job={status}>
      <div className="card-body stack-tight">
        <div className="row-between">
          <span role="status" className="strong">
            {kind === undefined ? type : say(`datasets.job.${kind}`)}
          </span>
          {mayChange && (
            <Button onPress={() => stop.mutate()} isPending={stop.isPending}>
              {say('datasets.stop')}
            </Button>
          )}
        </div>
        <progress value={done + failed} max={Math.max(total, 1)} aria-label={text} />
        <span className="soft small">{text}</span>
        <ErrorNotice error={stop.error} />
      </div>
    </section>
  );
}

const MODES = ['car', 'walk', 'bicycle'] as const;

function Steps({ dataset, path, mayChange }: NextStepsProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [isMapping, setMapping] = useState(false);
  const [mode, setMode] = useState<(typeof MODES)[number]>('car');
  const geocode = useChange({ method: 'POST', path: `${path}/geocode`, changes: [path] });
  const snap = useChange({ method: 'POST', path: `${path}/snap`, changes: [path], body: () => ({ mode }) });
  const leaveOut = useChange({
    method: 'PUT',
    path: `${path}/unplaced`,
    changes: [path],
    body: (leftOut: boolean) => ({ leftOut }),
  });
  const { states, reasons, snapReasons, leavesOutUnplaced, leftOut, rows } = dataset;
  const pending = reasons.pending ?? 0;
  const snapped = snapReasons.snapped ?? 0;
  const tried = Object.values(snapReasons).reduce((sum, count) => sum + count, 0);
  const teaches = (dataset.columns ?? []).some(holdsSales) && states.unplaced < rows;
  const counted = (count: number) => ({ count, rows: number(count) });
  const sentences = [
    ...(states.unplaced + states.outside === 0 ? [say('datasets.allPlaced', counted(rows))] : []),
    ...(pending > 0 ? [say('datasets.pendingRows', counted(pending))] : []),
    ...(pending === 0 && states.unplaced > 0 ? [say('datasets.unplacedRows', counted(states.unplaced))] : []),
    ...(states.outside > 0 ? [say('datasets.outsideRows', counted(states.outside))] : []),
  ];
  return (
    <section className="card" data-unplaced={states.unplaced} data-outside={states.outside}>
      <div className="card-body stack">
        <p className="strong" role="status">
          {sentences.join(' ')}
        </p>
        {leftOut !== null && <LeftOutRows leftOut={leftOut} columns={dataset.columns ?? []} />}
        {tried > 0 && (
          <p className="soft small">
            {say('datasets.snapped', { count: snapped, rows: number(snapped), of: number(tried) })}
          </p>
        )}
        {teaches && <LearnStep dataset={dataset} path={path} />}
        {states.unplaced < rows && (
          <div className="row">
            <NetworkStep dataset={dataset} path={path} />
          </div>
        )}
        {mayChange && (
          <>
            {(dataset.reasons.coordinates_swapped ?? 0) > 0 && <Exchange path={path} />}
            {states.unplaced + states.outside > 0 && (
              <Checkbox
                isSelected={leavesOutUnplaced}
                onChange={(next) => leaveOut.mutate(next)}
                help={say('datasets.leaveOutHelp')}
              >
                {say(states.outside > 0 ? 'datasets.leaveOutOutside' : 'datasets.leaveOut')}
              </Checkbox>
            )}
            <div className="row dataset-steps">
              <Button
                kind={pending > 0 && !teaches ? 'primary' : 'plain'}
                isPending={geocode.isPending}
                onPress={() => geocode.mutate()}
              >
                {say(pending > 0 ? 'datasets.geocode' : 'datasets.geocodeAgain')}
              </Button>
              {!teaches && <Button onPress={() => setMapping(true)}>{say('datasets.columns')}</Button>}
              {states.unplaced < rows && (
                <>
                  <Select
                    label={say('datasets.mode')}
                    labelHidden
                    choices={MODES.map((id) => ({ id, name: say(`datasets.mode.${id}`) }))}
                    value={mode}
                    onChange={setMode}
                  />
                  <Button isPending={snap.isPending} onPress={() => snap.mutate()}>
                    {say('datasets.snap')}
                  </Button>
                </>
              )}
            </div>
          </>
        )}
        <ErrorNotice error={geocode.error ?? snap.error ?? leaveOut.error} />
      </div>
      {isMapping && (
        <Suspense>
          <MappingDialog dataset={dataset} path={path} onClose={() => setMapping(false)} />
        </Suspense>
      )}
    </section>
  );
}
