import { writeFileSync } from 'node:fs';

const LONGEST_TEXT_CHARACTERS = 2000;
/** The message and the lines of the stack that are ours. */
const textOf = (error) =>
  String(error.stack ?? error.message ?? error)
    .split('\n')
    .filter((line) => !/^\s*at .*node_modules/.test(line))
    .join('\n')
    .slice(0, LONGEST_TEXT_CHARACTERS);
const ROOT = `${process.cwd()}/`;
const LONGEST_LINE_CHARACTERS = 240;

/**
 * Writes two files for the end of the log. The one named by `CI_REPORT` has every failed try and the errors that belong to no test (they
 * fail the run though each test has passed). The other, with `.names` behind, has a line for each and the runner's counts: where the
 * head of a log is cut, its last lines still name all that failed.
 */
export default class Reporter {
  onTestRunEnd(modules, unhandledErrors) {
    const texts = [];
    const names = [];
    const tell = (how, file, name, errors) => {
      const head = `${how} ${file.replace(ROOT, '')} > ${name}`;
      texts.push(`${head}\n${errors.map(textOf).join('\n')}`);
      names.push(`${head}: ${textOf(errors[0]).split('\n')[0]}`.slice(0, LONGEST_LINE_CHARACTERS));
    };
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const holder of [module, ...module.children.allSuites()]) {
        const errors = holder.errors();
        if (errors.length > 0) tell('FAILED', module.moduleId, holder.fullName ?? 'the file', errors);
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        counts[state] += 1;
        if (errors.length === 0) continue;
        const how = state === 'failed' ? 'FAILED' : 'PASSED AT THE SECOND TRY';
        tell(how, module.moduleId, test.fullName, errors);
      }
    }
    for (const error of unhandledErrors)
      tell('OUTSIDE A TEST', error.VITEST_TEST_PATH ?? '', error.VITEST_TEST_NAME ?? '', [error]);
    names.push(
      `${process.env.CI_TITLE}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`,
    );
    writeFileSync(process.env.CI_REPORT, texts.map((text) => `${text}\n`).join(''));
    writeFileSync(`${process.env.CI_REPORT}.names`, `${names.join('\n')}\n`);
  }
}
