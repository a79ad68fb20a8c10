import { writeFileSync } from 'node:fs';

const LONGEST_TEXT_CHARACTERS = 2000;
/** The message and the lines of the stack that are ours. */
const textOf = (error) =>
  String(error.stack ?? error.message ?? error)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules/.test(line))
    .join('\n')
    .slice(0, LONGEST_TEXT_CHARACTERS);

/**
 * Writes what the end of the log shows of a run, to the file named by `CI_REPORT`: every failed try, the errors that belong to no
 * test (they fail the run though each test has passed), and the runner's counts.
 */
export default class Reporter {
  onTestRunEnd(modules, unhandledErrors) {
    const lines = [];
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const holder of [module, ...module.children.allSuites()]) {
        for (const error of holder.errors())
          lines.push(`FAILED ${module.moduleId} > ${holder.fullName ?? 'the file'}\n${textOf(error)}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        counts[state] += 1;
        if (errors.length === 0) continue;
        const how = state === 'failed' ? 'FAILED' : 'PASSED AT THE SECOND TRY';
        lines.push(`${how} ${module.moduleId} > ${test.fullName}\n${errors.map(textOf).join('\n')}`);
      }
    }
    for (const error of unhandledErrors)
      lines.push(`OUTSIDE A TEST ${error.VITEST_TEST_PATH ?? ''} ${error.VITEST_TEST_NAME ?? ''}\n${textOf(error)}`);
    lines.push(
      `${process.env.CI_TITLE}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
    );
    writeFileSync(process.env.CI_REPORT, `${lines.join('\n')}\n`);
  }
}
