import { readFile } from 'node:fs/promises';
import { Actor } from '@valhallajs/valhallajs';
import { timed } from '../timed.ts';
import type { ValhallaQuestion } from './valhalla.ts';

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
