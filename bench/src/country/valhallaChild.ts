import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { timed } from '../timed.ts';
import type { ValhallaQuestion } from './valhalla.ts';

/** The part of the package's interface that is used here; it is installed in bench/peers. */
interface ValhallaPackage {
  readonly Actor: new (config: string) => { isochrone(question: string): Promise<string> };
}
const require = createRequire(new URL('../../peers/', import.meta.url));
const { Actor } = require('@valhallajs/valhallajs') as ValhallaPackage;
const actor = new Actor(await readFile(process.argv[2]!, 'utf8'));

process.on('message', async ({ place, minutes }: ValhallaQuestion) => {
  const question = JSON.stringify({
    locations: [{ lat: place.lat, lon: place.lng }],
    costing: 'auto',
    contours: minutes.map((time) => ({ time })),
    polygons: true,
  });
  const { result, wall, cpu } = await timed(() => actor.isochrone(question));
  process.send!({ text: result, wall, cpu });
});
process.on('disconnect', () => process.exit());
process.send!('ready');
