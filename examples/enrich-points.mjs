// The same question for many places, as a background job with a cap on what it may cost.
//
// You learn: batches, progress, rows page by page, and what happens at the cap.
import { hinterland, TOWN_HALL } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const points = ['town hall', 'north', 'north-west', 'west'].map((id, i) => ({
  id,
  lat: Math.round((TOWN_HALL.lat + 0.01 * (i % 2) + 0.005 * Math.floor(i / 2)) * 1e4) / 1e4,
  lng: Math.round((TOWN_HALL.lng - 0.012 * Math.floor(i / 2)) * 1e4) / 1e4,
}));

// 1. The quote of a batch is an estimate; each point is charged its real price, and together never more than the cap.
const { result } = await hinterland.run(
  'enrich.points',
  { points, bandSeconds: [300], include: ['people'], maxCredits: 30 },
  { maxCredits: 40 },
);
console.log(`${result.points} points, estimated ${result.quote.totalCredits} credits, at most ${result.maxCredits}`);

// 2. The answer names a job. Wait for it, or have a webhook tell you; `onProgress` hears every look.
const job = await hinterland.jobs.wait(result.jobId, { everySeconds: 0.5 });
console.log(
  `Job ${job.status}: ${job.progress.done} done, ${job.progress.skipped} skipped (${job.result.stopReason ?? 'none'})`,
);

// 3. Rows come in the order of the points, page by page. Points after the cap are skipped and cost nothing.
const rows = [];
for await (const row of hinterland.jobs.results(job.id)) rows.push(row);
table(
  ['point', 'status', 'credits', 'reason'],
  rows.map(({ id, status, creditsCharged, reason }) => [id, status, creditsCharged, reason ?? '']),
);

// 4. Each point has its full result, as enrich.point would have answered it.
const full = await hinterland.jobs.result(job.id, 0);
console.log(`${points[0].id}: ${number(full.catchment.residents)} residents within 5 minutes`);
