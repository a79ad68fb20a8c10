import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { timed } from '../timed.ts';
import type { ValhallaQuestion } from './valhalla.ts';

/** The part of the package's interface that is used here; it is installed in bench/peers. */
interface ValhallaPackage {
  readonly Actor: new (config: string) => Record<ValhallaQuestion['ask'], (question: string) => Promise<string>>;
}
const require = createRequire(new URL('../../peers/', import.meta.url));
const { Actor } = require('@valhallajs/valhallajs') as ValhallaPackage;
const actor = new Actor(await readFile(process.argv[2]!, 'utf8'));

process.on('message', async ({ ask, question }: ValhallaQuestion) => {
  // It refuses a way that does not exist, and one that it cannot follow again.
  const none = (error: Error) => {
    if (/No path|edge_walk/.test(error.message)) return '{}';
    throw error;
  };
  const { result, wall, cpu } = await timed(() => actor[ask](JSON.stringify(question)).catch(none));
  process.send!({ text: result, wall, cpu });
});
process.on('disconnect', () => process.exit());
process.send!('ready');
