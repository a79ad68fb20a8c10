import { COICOP_DIVISIONS } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';

export interface ModelledAs {
  /** Deviation of the logarithm of every division. */
  readonly deviation: number;
  readonly hasIncome: boolean;
}

/** The same territory as if its spend were modelled: food 2,000 a head, typically 6% off, all else 250, 10% off. */
export function withModelledSpend(territory: Territory, { deviation, hasIncome }: ModelledAs): Territory {
  const { sociodemo } = territory.descriptors;
  const perHead = Object.fromEntries(COICOP_DIVISIONS.map(([code]) => [code, code === 'cp01' ? 2000 : 250]));
  const errors = Object.fromEntries(
    COICOP_DIVISIONS.map(([code]) => [code, { median: code === 'cp01' ? 0.06 : 0.1, p90: 0.2, deviation }]),
  );
  const entriesWith = <E extends { readonly code: string }>(entries: readonly E[]): readonly E[] =>
    entries.map((entry) =>
      entry.code === 'consumption'
        ? { ...entry, comparability: 'modelled', modelled: { of: 'CH', year: 2021, perHead, hasIncome, errors } }
        : entry,
    );
  return {
    ...territory,
    sociodemo: { ...territory.sociodemo!, entries: entriesWith(territory.sociodemo!.entries) },
    descriptors: {
      ...territory.descriptors,
      sociodemo: { ...sociodemo!, topics: [...entriesWith(sociodemo!.topics!)] },
    },
  };
}
