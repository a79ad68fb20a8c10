import { writeFileSync } from 'node:fs';
import { DEMO_SEED } from '../demoInputs.ts';
import { makeWorld } from '../world.ts';
import { drawAreas } from './areas.ts';
import { drawHouses } from './houses.ts';
import { imageFile, pictureNote } from './note.ts';
import { drawCensus, drawListings, drawStores } from './people.ts';
import { drawPlan } from './plan.ts';
import { drawStreets } from './streets.ts';
import { drawTerrain } from './terrain.ts';

/** Draws a picture of each stage: npm run pictures -w @hinterland/demo */
const NOTE = pictureNote();
const world = makeWorld(DEMO_SEED);
const pictures = {
  plan: drawPlan(NOTE),
  terrain: drawTerrain(world, NOTE),
  streets: drawStreets(world, NOTE),
  houses: drawHouses(world, NOTE),
  areas: drawAreas(world, NOTE),
  census: drawCensus(world, DEMO_SEED, NOTE),
  stores: await drawStores(world, DEMO_SEED, NOTE),
  listings: await drawListings(world, DEMO_SEED, NOTE),
};
for (const [name, svg] of Object.entries(pictures)) writeFileSync(imageFile(name), svg);
