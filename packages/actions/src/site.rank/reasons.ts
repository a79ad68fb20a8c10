import { type SectorName, type Sentence, said, type Value } from '@hinterland/answers/said';
import type { Output } from './schema.ts';

type Candidate = Omit<Output['candidates'][number], 'reasons'>;

interface Subject {
  readonly sector: SectorName;
  readonly currency: string | null;
  readonly spendUnit: Output['spendUnit'];
  readonly hasOwnStores: boolean;
}

/**
 * Where a candidate's rank comes from, in two or three sentences made from its figures and those of the others: who is
 * within reach, whom it shares them with, and what its owner loses elsewhere.
 */
export function reasonsFor(candidate: Candidate, all: readonly Candidate[], subject: Subject): Sentence[] {
  if (candidate.captured === 0) return [reachReason(candidate, all, subject), said('rank_nobody')];
  const most = Math.max(...all.map(({ netNew }) => netNew));
  return [
    reachReason(candidate, all, subject),
    competitionReason(candidate, subject),
    ...(subject.hasOwnStores ? [ownReason(candidate, subject)] : []),
    ...(most <= 0 ? [said('rank_no_gain')] : []),
  ].slice(0, 3);
}

function reachReason(candidate: Candidate, all: readonly Candidate[], subject: Subject): Sentence {
  const { catchment, spendWithinReach } = candidate;
  const place = 1 + all.filter((other) => other.spendWithinReach > spendWithinReach).length;
  const rank = place === 1 ? said('the_most') : place === all.length ? said('the_least') : said('number', { place });
  const people = said(catchment.residents === null ? 'count_addresses' : 'count_residents', {
    count: whole(catchment.residents ?? catchment.poles),
  });
  const values = { people, minutes: catchment.minutes, rank, all: all.length };
  return subject.spendUnit === 'residents'
    ? said('rank_reach_people', values)
    : said('rank_reach_money', { ...values, money: money(spendWithinReach, subject), sector: subject.sector });
}

function competitionReason({ competitors, captureShare, captured }: Candidate, subject: Subject): Sentence {
  const { count, nearest } = competitors;
  const [first] = nearest;
  const isOfPeople = subject.spendUnit === 'residents';
  const sold = {
    money: isOfPeople ? money(captured, subject) : said('money_year', { money: money(captured, subject) }),
  };
  const share =
    captureShare === null
      ? null
      : { share: percent(captureShare), whole: said(isOfPeople ? 'them' : 'what_they_spend') };
  if (first === undefined)
    return share === null ? said('rank_no_rival', sold) : said('rank_no_rival_share', { ...sold, ...share });
  const near = {
    stores: whole(count),
    name: first.brand ?? (first.name || said('no_name')),
    minutes: whole(first.minutes),
    ...sold,
  };
  if (share === null) return said(count === 1 ? 'rank_rival_no_share' : 'rank_rivals_no_share', near);
  return said(count === 1 ? 'rank_rival' : 'rank_rivals', { ...near, ...share });
}

function ownReason({ takenFromOwn, ownShare, netNew }: Candidate, subject: Subject): Sentence {
  if (takenFromOwn === 0) return said('rank_none_own');
  return said('rank_own', { share: percent(ownShare ?? 0, 'less_than_one_big'), money: money(netNew, subject) });
}

/** A figure within a sentence: "12,345". */
const whole = (value: number) => ({ number: Math.round(value) });

function percent(share: number, little: 'below_one_percent' | 'less_than_one_big' = 'below_one_percent'): Value {
  const hundredths = 100 * share;
  return hundredths > 0 && hundredths < 1 ? said(little) : said('percent', { percent: Math.round(hundredths) });
}

function money(value: number, { currency, spendUnit }: Pick<Subject, 'currency' | 'spendUnit'>): Value {
  if (spendUnit === 'residents') return said('custom', { residents: whole(value) });
  if (Math.abs(value) >= 999_500) {
    const rounded =
      value >= 99.95e6 ? Number((value / 1e6).toFixed(0)) : { number: Number((value / 1e6).toFixed(1)), decimals: 1 };
    return currency === null
      ? said('million_bare', { value: rounded })
      : said('million', { value: rounded, unit: currency });
  }
  return currency === null ? whole(value) : said('amount', { value: whole(value), currency });
}
