import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import type { Db } from './database.ts';
import { SharedStatement } from './sharedStatement.ts';

describeOnBoth('shared statements', (database) => {
  /** Questions of each statement that was asked. */
  let asked: (readonly number[])[] = [];
  beforeEach(() => {
    asked = [];
  });
  const hundredths = new SharedStatement<number, { n: number }, number>(
    (questions) => {
      asked.push(questions);
      return sql<{ n: number }>`
        select 100 / q.n as n from unnest(${[...questions]}::integer[]) with ordinality as q (n, place) order by q.place`;
    },
    (rows) => rows.map(({ n }) => n),
  );
  const db = (): Db => database().db;

  it('answer all that wait of one party together, in their order', async () => {
    const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
    const answers = await Promise.all(numbers.map((n) => hundredths.answer(db(), 1, n)));
    expect(answers).toEqual(numbers.map((n) => Math.floor(100 / n)));
    expect(asked).toEqual([numbers.slice(0, 16), numbers.slice(16, 32), numbers.slice(32)]);
  });

  it('are not shared between parties, nor with a transaction', async () => {
    await Promise.all([1, 2, 1, 2].map((party, i) => hundredths.answer(db(), party, i + 1)));
    expect(asked.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [1, 3],
      [2, 4],
    ]);
    asked = [];
    await db()
      .transaction()
      .execute((trx) => Promise.all([hundredths.answer(trx, 1, 5), hundredths.answer(trx, 1, 10)]));
    expect(asked).toEqual([[5], [10]]);
  });

  it('fail for the one whose values are at fault, and for nobody else', async () => {
    const answers = await Promise.allSettled([4, 0, 5].map((n) => hundredths.answer(db(), 1, n)));
    expect(answers).toMatchObject([{ value: 25 }, { status: 'rejected', reason: { code: '22012' } }, { value: 20 }]);
    expect(asked).toEqual([[4, 0, 5], [4], [0], [5]]);
    expect(await hundredths.answer(db(), 1, 50)).toBe(2);
  });

  it('fail for all that share one where it fails as a whole, and the next one is asked', async () => {
    let broken = true;
    const breaking = new SharedStatement<number, { n: number }>(
      () => (broken ? sql<{ n: number }>`select n from no_such_table` : sql<{ n: number }>`select 3 as n`),
      (rows) => rows,
    );
    const answers = await Promise.allSettled([1, 2].map((n) => breaking.answer(db(), 1, n)));
    expect(answers).toMatchObject([{ reason: { code: '42P01' } }, { reason: { code: '42P01' } }]);
    broken = false;
    expect(await breaking.answer(db(), 1, 3)).toEqual({ n: 3 });
  });

  it('leave out a question whose signal is aborted while it waits', async () => {
    const controller = new AbortController();
    const left = hundredths.answer(db(), 1, 1, controller.signal);
    const stayed = hundredths.answer(db(), 1, 2);
    controller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await stayed).toBe(50);
    expect(asked).toEqual([[2]]);
  });

  it('answer a question that comes as soon as the one before is answered', async () => {
    const answers: number[] = [];
    const next = async (n: number): Promise<void> => {
      answers.push(await hundredths.answer(db(), 1, n));
      if (n < 30) await next(n + 1);
    };
    await next(1);
    expect(answers).toHaveLength(30);
  });
});
