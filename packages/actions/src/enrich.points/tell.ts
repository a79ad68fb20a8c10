import type { Telling } from '@hinterland/answers/words';

/** A batch once its job has ended. */
interface Ended {
  readonly done?: number;
  readonly skipped?: number;
  readonly failed?: number;
}

/** How many points were computed; nothing while the job runs. */
export function tell({ done, skipped = 0, failed = 0 }: Ended): Telling {
  if (done === undefined) return { sentence: null, sections: [] };
  const beside = { skipped: { figure: skipped, unit: '' }, failed: { figure: failed, unit: '' } };
  return {
    sentence: {
      figure: { figure: done, unit: 'people' },
      rest:
        skipped + failed === 0
          ? { text: 'sentence.points', count: done }
          : { text: 'sentence.pointsBeside', count: done, with: beside },
    },
    sections: [],
  };
}
