import type { ReportJson, ReportReason } from './reportJson.ts';

/** References shown per reason in the readable text; report.json has the rest. */
const SHOWN_REFERENCES = 12;

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

function reasonLines(verb: string, { reason, count, references }: ReportReason): string[] {
  const shown = references.slice(0, SHOWN_REFERENCES).join(', ');
  const rest = count > SHOWN_REFERENCES ? ', …' : '';
  return [`  ${verb} ${format(count)}: ${reason}`, `    ${shown}${rest}`];
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
}
