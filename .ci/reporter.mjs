import { appendFileSync, writeFileSync } from 'node:fs';

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
const { CI_REPORT: report, CI_TITLE: title } = process.env;

/**
 * Writes two files for the end of the log, as tests end. The one named by `CI_REPORT` has every failed try and the errors that belong to
 * no test (they fail the run though each test has passed). The other, with `.names` behind, has a line for each and the runner's counts:
 * where the head of a log is cut, its last lines still name all that failed, and so does a run that was ended.
 */
export default class Reporter {
  onTestRunStart() {
    for (const file of [report, `${report}.names`]) writeFileSync(file, '');
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (errors.length === 0) return;
    tell(state === 'failed' ? 'FAILED' : 'PASSED AT THE SECOND TRY', test.module.moduleId, test.fullName, errors);
  }

  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const holder of [module, ...module.children.allSuites()]) {
        const errors = holder.errors();
        if (errors.length > 0) tell('FAILED', module.moduleId, holder.fullName ?? 'the file', errors);
      }
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    for (const error of unhandledErrors)
      tell('OUTSIDE A TEST', error.VITEST_TEST_PATH ?? '', error.VITEST_TEST_NAME ?? '', [error]);
    const { passed, failed, skipped, pending } = counts;
    appendFileSync(`${report}.names`, `${title}: ${passed} passed, ${failed} failed, ${skipped + pending} skipped\n`);
  }
}

function tell(how, file, name, errors) {
  const head = `${how} ${file.replace(ROOT, '')} > ${name}`;
  appendFileSync(report, `${head}\n${errors.map(textOf).join('\n')}\n`);
  const line = `${head}: ${textOf(errors[0]).split('\n')[0]}`;
  appendFileSync(`${report}.names`, `${line.slice(0, LONGEST_LINE_CHARACTERS)}\n`);
}
