import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../hinterland.ts';
import { committedDocument, declaredStatuses } from '../published/apiDocument.ts';
import { readNoted } from '../published/occurred.ts';
import { OCCURS_ELSEWHERE } from './occursElsewhere.ts';

/** Files whose tests call every route and action on any machine. Further files add to what they see. */
const CALLERS = ['demo', 'everyAction', 'everyStatus'].map((name) => join(root, `test/e2e/src/${name}.test.ts`));

const declared = declaredStatuses(committedDocument());

/** Statuses that neither occurred nor are said to occur elsewhere. */
const missing = (statuses: readonly string[], occurred: ReadonlySet<string>): readonly string[] =>
  statuses.filter((one) => !occurred.has(one) && !OCCURS_ELSEWHERE.some(({ which }) => which.test(one)));

describe('what passed between callers and services in this run', () => {
  const noted = readNoted();
  const isWhole = CALLERS.every((file) => noted.some((line) => line.file === file));

  it('was as openapi.json and tools/list publish it', () => {
    expect(noted.flatMap(({ file, faults }) => faults.map((fault) => `${file}: ${fault}`))).toEqual([]);
  });

  it('S8 was every declared status of every route', ({ skip }) => {
    skip(!isWhole, 'seen only after a run of the whole suite');
    expect(missing(declared, new Set(noted.flatMap(({ occurred }) => occurred)))).toEqual([]);
  });
});

describe('what occurs elsewhere', () => {
  it.each(OCCURS_ELSEWHERE)('$which is declared, and has a test of its own', ({ which, file, test }) => {
    expect(declared.filter((one) => which.test(one))).not.toEqual([]);
    expect(readFileSync(join(root, file), 'utf8')).toContain(`it('${test}'`);
  });

  it('is no excuse for anything else', () => {
    const line = 'get /api/v1/me 418';
    expect(missing([...declared, line], new Set(declared))).toEqual([line]);
    expect(missing(declared, new Set(declared.slice(1)))).toEqual([declared[0]]);
  });
});
