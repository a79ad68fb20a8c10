import type { ReportReason, ReportSubject } from './reportJson.ts';

/** References kept per reason; the count goes on beyond them. */
const MAX_REFERENCES = 1000;

/** Counts what one kind of input gave; made by `Report.subject`. */
export class SubjectCounter {
  readonly name: string;
  #kept = 0;
  readonly #drops = new Map<string, { count: number; references: string[] }>();
  readonly #changes = new Map<string, { count: number; references: string[] }>();

  constructor(name: string) {
    this.name = name;
  }

  /** `count` more rows went into the territory. */
  kept(count = 1): void {
    this.#kept += count;
  }

  /** One row did not; `reference` names it as its source does. */
  dropped(reason: string, reference: string): void {
    add(this.#drops, reason, reference);
  }

  /** One kept row is not as its source has it. Call `kept` for it too. */
  changed(reason: string, reference: string): void {
    add(this.#changes, reason, reference);
  }

  toJson(): ReportSubject {
    const drops = reasons(this.#drops);
    return {
      name: this.name,
      kept: this.#kept,
      dropped: drops.reduce((sum, { count }) => sum + count, 0),
      drops,
      changes: reasons(this.#changes),
    };
  }
}

function add(reasonsByText: Map<string, { count: number; references: string[] }>, reason: string, ref: string): void {
  let entry = reasonsByText.get(reason);
  if (entry === undefined) {
    entry = { count: 0, references: [] };
    reasonsByText.set(reason, entry);
  }
  entry.count++;
  if (entry.references.length < MAX_REFERENCES) entry.references.push(ref);
}

function reasons(reasonsByText: ReadonlyMap<string, { count: number; references: string[] }>): ReportReason[] {
  return [...reasonsByText]
    .map(([reason, { count, references }]) => ({ reason, count, references: [...references] }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
