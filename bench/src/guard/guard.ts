import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare, lineOf } from './compare.ts';
import { LARGEST_RATIO } from './judge.ts';

/** The guard of speed: this checkout beside another that is built. Only a slowdown that the median of eleven turns has ends with 1. */

const { values } = parseArgs({ options: { reference: { type: 'string' } } });
if (values.reference === undefined) {
  process.stderr.write('usage: node bench/dist/guard/guard.js --reference DIR, a checkout that is built\n');
  process.exitCode = 2;
} else {
  const verdicts = await compare({ now: join(import.meta.dirname, '../../..'), reference: values.reference });
  for (const verdict of verdicts) process.stdout.write(lineOf(verdict));
  if (verdicts.some(({ slower }) => slower)) {
    process.stdout.write(
      `A work may take ${LARGEST_RATIO} times what it took. Mend it, or move .ci/reference on with a reason.\n`,
    );
    process.exitCode = 1;
  }
}
