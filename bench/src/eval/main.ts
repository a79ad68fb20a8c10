import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onDemo, PASSWORD, serve, USER } from '../demoService.ts';
import { evaluate, type Outcome } from './evaluate.ts';
import { Member } from './member.ts';
import { KINDS, type Question } from './question.ts';
import { questions } from './questions/index.ts';
import { pageOf, tableOf } from './report.ts';

/** Asks the assistant the questions of the set, with the model of the settings. */

const USAGE = `usage: npm run eval -- assistant [--kind KIND] [--only NUMBER] [--limit COUNT]

Asks the assistant of a new demo ${questions.length} questions, with the language model of HINTERLAND_LLM_URL and HINTERLAND_LLM_MODEL
(HINTERLAND_LLM_KEY and HINTERLAND_LLM_DIALECT where it needs them), and reports by kind. The report is also written to var/eval.

  --kind KIND     only questions of a kind: ${KINDS.join(', ')}
  --only NUMBER   only one question, by its number from 1 to ${questions.length} or its id
  --limit COUNT   only the first questions of those
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kind: { type: 'string' }, only: { type: 'string' }, limit: { type: 'string' } },
  });
  const chosen = choose(values);
  if (positionals.join() !== 'assistant' || chosen.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const missing = ['HINTERLAND_LLM_URL', 'HINTERLAND_LLM_MODEL'].filter((name) => !process.env[name]);
  if (missing.length > 0) {
    process.stderr.write(
      `No language model is configured. Set ${missing.join(' and ')}: docs/operation/assistant.md.\n`,
    );
    return 2;
  }
  const root = join(import.meta.dirname, '../../..');
  return onDemo(root, (demo) =>
    serve(demo, 1, {}, 'embedded', async ({ url, secrets }) => {
      const account = { url: url.origin, email: USER, password: PASSWORD, key: secrets[0] as string };
      const member = await Member.signIn(account);
      const { model = '' } = await member.assistant();
      const outcomes: Outcome[] = [];
      for (const question of chosen) {
        const outcome = await evaluate(member, question);
        outcomes.push(outcome);
        const said = outcome.faults.map(({ code, detail }) => `${code} (${detail})`).join('; ') || 'right';
        process.stdout.write(`${outcomes.length}/${chosen.length} ${question.id}: ${said}\n`);
      }
      const folder = join(root, 'var/eval');
      await mkdir(folder, { recursive: true });
      const date = new Date().toISOString();
      await writeFile(join(folder, 'assistant.md'), pageOf(outcomes, { model, date }));
      await writeFile(join(folder, 'assistant.json'), `${JSON.stringify({ model, date, outcomes }, null, 2)}\n`);
      process.stdout.write(`\n${tableOf(outcomes)}\n\nWritten to var/eval/assistant.md and var/eval/assistant.json.\n`);
      return outcomes.every(({ faults }) => faults.length === 0) ? 0 : 1;
    }),
  );
}

function choose(by: { readonly kind?: string; readonly only?: string; readonly limit?: string }): readonly Question[] {
  const { kind, only, limit = `${questions.length}` } = by;
  return questions
    .filter((question, i) => only === undefined || only === question.id || only === `${i + 1}`)
    .filter((question) => kind === undefined || kind === question.kind)
    .slice(0, Math.max(0, Number(limit) || 0));
}

process.exitCode = await main();
