import { performance } from 'node:perf_hooks';
import { cpuUsage, memoryUsage, resourceUsage } from 'node:process';
import { renderReport } from './renderReport.ts';
import type { ReportJson, ReportStep } from './reportJson.ts';
import { SubjectCounter } from './subjectCounter.ts';

/**
 * Rows that a build kept, dropped and changed, with reasons, warnings, figures, and time and memory per step. It is written
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

  /** Returns the counter of one kind of input, the same one for the same name. Subjects keep the order of first use. */
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

function cpuSecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(start);
  return Math.round((user + system) / 1000) / 1000;
}
