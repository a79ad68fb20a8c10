import { mkdir, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { said } from '@hinterland/answers/said';
import { z } from 'zod';
import { afterWork } from '../../../kit/countWork.ts';
import { invalid } from '../../../kit/json.ts';
import { unavailable } from '../../../kit/problem.ts';
import { ended, lastOf, sentenceIn, startGet } from './command.ts';
import { type PlacePlan, type Planned, placePlan, type WantedPlace } from './schemas.ts';

/** Work that no plan needs: it is given up. */
const PLAN_MILLISECONDS = 30_000;
const LARGEST_PLAN_LETTERS = 1_000_000;

/** What the command prints of a plan, the parts that a person decides by. */
const printed = z.object({
  place: z.object({
    id: z.string(),
    name: z.string(),
    countries: z.array(z.string()),
    whole: z.unknown().optional(),
    box: placePlan.shape.box,
  }),
  people: z.object({ name: z.string(), official: z.boolean() }).nullable(),
  sources: placePlan.shape.sources,
  files: z.array(
    z.object({
      url: z.string(),
      name: z.string(),
      kind: z.string(),
      source: z.string(),
      licence: z.string(),
      vintage: z.string().optional(),
      megabytes: z.number().optional(),
    }),
  ),
  estimate: placePlan.shape.estimate,
  notes: z.array(z.string()),
});
const printedCandidates = z.object({ candidates: z.array(z.object({ name: z.string(), population: z.int() })) });

/** Files by their kinds: the list of extracts, the extracts, everything else counts people. */
const useOf = (kind: string): 'list' | 'map' | 'people' =>
  kind === 'json' ? 'list' : kind === 'pbf' ? 'map' : 'people';

/** Plans a place by the command, which fetches nothing. Throws validation_error with its sentence where there is none. */
export async function planPlace({ place, radiusKm }: WantedPlace, home: string): Promise<Planned> {
  const child = startGet(['--dry-run', '--json', '--radius', String(radiusKm), '--home', home], place);
  const stdout = lastOf(child.stdout, LARGEST_PLAN_LETTERS);
  const stderr = lastOf(child.stderr);
  const calledOff = afterWork(PLAN_MILLISECONDS, () => child.kill('SIGKILL'));
  const { code } = await ended(child);
  calledOff();
  const machine = await machineOf(home);
  if (code === 0) return { plan: planOf(printed.parse(JSON.parse(stdout()))), candidates: [], machine };
  const several = stdout() === '' ? undefined : printedCandidates.parse(JSON.parse(stdout()));
  if (several !== undefined) return { plan: null, ...several, machine };
  const sentence = sentenceIn(stderr());
  if (code === 1 && sentence !== null) throw invalid('#/place', sentence);
  if (code === null) throw unavailable(said('place_slow'), 60);
  throw new Error(`territory get --dry-run ended with ${code}: ${stderr()}`);
}

function planOf({ place, people, sources, files, estimate, notes }: z.infer<typeof printed>): PlacePlan {
  return {
    territory: place.id,
    name: place.name,
    countries: place.countries,
    isWhole: place.whole !== undefined,
    box: place.box,
    people: people === null ? null : { name: people.name, isOfficial: people.official },
    ...(sources === undefined ? {} : { sources }),
    files: files.map(({ url, name, kind, source, licence, vintage, megabytes }) => ({
      name,
      host: new URL(url).host,
      use: useOf(kind),
      source,
      licence,
      vintage: vintage ?? null,
      megabytes: megabytes ?? null,
    })),
    estimate,
    notes,
  };
}

async function machineOf(home: string): Promise<Planned['machine']> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(home);
  return { freeDiskMegabytes: Math.round((bavail * bsize) / 1e6), memoryMegabytes: Math.round(totalmem() / 1e6) };
}
