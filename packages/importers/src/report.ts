import { performance } from 'node:perf_hooks';
import { cpuUsage, memoryUsage, resourceUsage } from 'node:process';

/** References kept per reason; the count goes on beyond them. */
const MAX_REFERENCES = 1000;
/** References shown per reason in the readable text; report.json has the rest. */
const SHOWN_REFERENCES = 12;

/** Why some rows of a subject were dropped, changed or worth a word, with the first references. */
export interface ReportReason {
  readonly reason: string;
  readonly count: number;
  /** The first 1,000: "node 123", "row 17". */
  readonly references: readonly string[];
}

/** One kind of input or output, such as "addresses of OpenStreetMap" or "census units". */
export interface ReportSubject {
  readonly name: string;
  readonly kept: number;
  readonly dropped: number;
  readonly drops: readonly ReportReason[];
  /** Kept, but not as the source has it: repaired, split, estimated. */
  readonly changes: readonly ReportReason[];
}

export interface ReportStep {
  readonly name: string;
  /** By the clock. */
  readonly seconds: number;
  /** Processor time of the whole process meanwhile, which other work on the machine lengthens less. */
  readonly cpuSeconds: number;
  /** Resident memory of the process at the end of the step. */
  readonly memoryMegabytes: number;
  /** Largest resident memory of the process up to the end of the step. */
  readonly peakMemoryMegabytes: number;
}

export interface ReportJson {
  readonly title: string;
  readonly subjects: readonly ReportSubject[];
  readonly facts: Readonly<Record<string, number | string>>;
  readonly warnings: readonly string[];
  readonly steps: readonly ReportStep[];
}

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

/**
 * What a build kept, dropped and changed, with reasons, warnings, figures, and time and memory per step. It is written
 * beside the bundle as report.txt and report.json.
 */
export class Report {
  readonly title: string;
  readonly #subjects = new Map<string, SubjectCounter>();
  readonly #facts = new Map<string, number | string>();
  readonly #warnings: string[] = [];
  readonly #steps: ReportStep[] = [];

  constructor(title: string) {
    this.title = title;
  }

  /** The counter of one kind of input; the same one for the same name. Subjects stand in the order of first use. */
  subject(name: string): SubjectCounter {
    let subject = this.#subjects.get(name);
    if (subject === undefined) {
      subject = new SubjectCounter(name);
      this.#subjects.set(name, subject);
    }
    return subject;
  }

  /** A sentence that the person who builds should read. The same sentence is kept once. */
  warn(sentence: string): void {
    if (!this.#warnings.includes(sentence)) this.#warnings.push(sentence);
  }

  /** A figure of the result, such as `residents` or `poles of kind building`; a later value replaces an earlier one. */
  fact(name: string, value: number | string): void {
    this.#facts.set(name, value);
  }

  /** Runs one step and records its time and memory, also when it throws. */
  async time<T>(name: string, run: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    const cpuStart = cpuUsage();
    try {
      return await run();
    } finally {
      this.#steps.push({
        name,
        seconds: Math.round(performance.now() - start) / 1000,
        cpuSeconds: cpuSecondsSince(cpuStart),
        memoryMegabytes: Math.round(memoryUsage.rss() / 2 ** 20),
        peakMemoryMegabytes: Math.round(resourceUsage().maxRSS / 1024),
      });
    }
  }

  toJson(): ReportJson {
    return {
      title: this.title,
      subjects: [...this.#subjects.values()].map((subject) => subject.toJson()),
      facts: Object.fromEntries(this.#facts),
      warnings: [...this.#warnings],
      steps: [...this.#steps],
    };
  }

  toText(): string {
    return renderReport(this.toJson());
  }
}

/** The report as a person reads it: subjects with reasons, figures, warnings, steps. */
export function renderReport(report: ReportJson): string {
  const lines = [report.title, '='.repeat(report.title.length), ''];
  lines.push('Kept and dropped', '----------------');
  for (const subject of report.subjects) {
    const total = subject.kept + subject.dropped;
    lines.push(`${subject.name}: ${format(subject.kept)} kept of ${format(total)}`);
    for (const drop of subject.drops) lines.push(...reasonLines('dropped', drop));
    for (const change of subject.changes) lines.push(...reasonLines('changed', change));
  }
  lines.push('', 'Figures', '-------');
  for (const [name, value] of Object.entries(report.facts)) {
    lines.push(`${name}: ${typeof value === 'number' ? format(value) : value}`);
  }
  if (report.warnings.length > 0) {
    lines.push('', 'Warnings', '--------');
    for (const warning of report.warnings) lines.push(`- ${warning}`);
  }
  lines.push('', 'Time and memory', '---------------');
  for (const step of report.steps) {
    lines.push(
      `${step.name}: ${step.seconds.toFixed(2)} s, ${step.cpuSeconds.toFixed(2)} s of processor time, ${step.memoryMegabytes} MB at its end, ${step.peakMemoryMegabytes} MB at most so far`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function cpuSecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(start);
  return Math.round((user + system) / 1000) / 1000;
}

function reasonLines(verb: string, { reason, count, references }: ReportReason): string[] {
  const shown = references.slice(0, SHOWN_REFERENCES).join(', ');
  const rest = count > SHOWN_REFERENCES ? ', …' : '';
  return [`  ${verb} ${format(count)}: ${reason}`, `    ${shown}${rest}`];
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
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
