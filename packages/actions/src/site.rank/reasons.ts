import type { Output } from './schema.ts';

type Candidate = Omit<Output['candidates'][number], 'reasons'>;

interface Subject {
  readonly sectorName: string;
  readonly currency: string | null;
  readonly spendUnit: Output['spendUnit'];
  readonly hasOwnStores: boolean;
}

/**
 * Where a candidate's rank comes from, in two or three sentences made from its figures and those of the others: who is
 * within reach, whom it shares them with, and what its owner loses elsewhere.
 */
export function reasonsFor(candidate: Candidate, all: readonly Candidate[], subject: Subject): string[] {
  if (candidate.captured === 0)
    return [reachReason(candidate, all, subject), 'It would take no spend: nobody is within reach.'];
  const most = Math.max(...all.map(({ netNew }) => netNew));
  return [
    reachReason(candidate, all, subject),
    competitionReason(candidate, subject),
    ...(subject.hasOwnStores ? [ownReason(candidate, subject)] : []),
    ...(most <= 0 ? ['No candidate adds spend for its owner.'] : []),
  ].slice(0, 3);
}

function reachReason(candidate: Candidate, all: readonly Candidate[], subject: Subject): string {
  const { catchment, spendWithinReach } = candidate;
  const place = 1 + all.filter((other) => other.spendWithinReach > spendWithinReach).length;
  const ranked = place === 1 ? 'the most' : place === all.length ? 'the least' : `number ${place}`;
  const people = `${count(catchment.residents ?? catchment.poles)} ${catchment.residents === null ? 'addresses' : 'residents'}`;
  const spend =
    subject.spendUnit === 'residents'
      ? 'come into question as customers'
      : `spend ${money(spendWithinReach, subject)} a year on ${subject.sectorName.toLowerCase()}`;
  return `${people} within ${catchment.minutes} minutes ${spend}, ${ranked} of ${all.length} candidates.`;
}

function competitionReason({ competitors, captureShare, captured }: Candidate, subject: Subject): string {
  const { count: stores, nearest } = competitors;
  const [first] = nearest;
  const near =
    first === undefined
      ? 'No competitor lies within that reach'
      : `${count(stores)} ${stores === 1 ? 'competitor lies' : 'competitors lie'} within that reach, the nearest (${first.brand ?? (first.name || 'no name')}) ${count(first.minutes)} min away`;
  const whole = subject.spendUnit === 'residents' ? 'them' : 'what they spend';
  const share = captureShare === null ? '' : `, ${percent(captureShare)} of ${whole}`;
  const yearly = subject.spendUnit === 'residents' ? '' : ' a year';
  return `${near}; this site would take ${money(captured, subject)}${yearly}${share}.`;
}

function ownReason({ takenFromOwn, ownShare, netNew }: Candidate, subject: Subject): string {
  if (takenFromOwn === 0) return 'None of it comes from own stores.';
  return `${capitalized(percent(ownShare ?? 0))} of that comes from own stores; ${money(netNew, subject)} is new.`;
}

/** Formats a figure for sentences: "12,345". */
const count = (value: number): string => Math.round(value).toLocaleString('en-US');

const percent = (share: number): string => {
  const hundredths = 100 * share;
  return `${hundredths > 0 && hundredths < 1 ? 'less than 1' : Math.round(hundredths)}%`;
};

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function money(value: number, { currency, spendUnit }: Subject): string {
  if (spendUnit === 'residents') return `the custom of ${count(value)} residents`;
  const unit = currency === null ? '' : ` ${currency}`;
  if (Math.abs(value) >= 999_500) return `${(value / 1e6).toFixed(value >= 99.95e6 ? 0 : 1)} million${unit}`;
  return `${count(value)}${unit}`;
}
