import type { Action, ActionContext } from '@hinterland/actions';
import { ActionProblem, CancelledError, orDataset } from '@hinterland/actions/action';
import { z } from 'zod';

/**
 * Actions that do what a test tells them to: cost this much, take that long, fail in such a way. The main thread reads
 * this file, engine threads its build.
 */

const place = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });

const common = {
  origins: z.array(place).min(1).max(50).optional().describe('Places'),
  areas: z.array(z.string()).optional().describe('Codes of areas'),
  polygon: z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(z.array(z.number()))) }).optional(),
  continent: z.string().optional(),
  text: z.string().max(1000).default('').describe('Comes back'),
  waitMilliseconds: z.int().min(0).max(120_000).default(0).describe('How long the run takes'),
  behave: z
    .enum(['well', 'throw', 'problem', 'unknown_problem', 'crash', 'stubborn', 'cancel_itself', 'no_object'])
    .default('well')
    .describe('How the run ends'),
  nested: z.object({ value: z.int(), list: z.array(z.object({ id: z.string() })).optional() }).optional(),
};

const freeInput = z.object(common).describe('What to do');
const chargedInput = z
  .object({
    ...common,
    stores: orDataset(
      z
        .array(place.extend({ id: z.union([z.string().min(1).max(20), z.int()]), name: z.string().optional() }))
        .min(2)
        .max(4),
    )
      .optional()
      .describe('Stores, a credit each'),
    credits: z.number().min(0).max(10_000).default(4).describe('What it costs'),
    due: z.number().optional().describe('What is charged in the end; all of it where absent'),
  })
  .describe('What to do, and what it costs');

const output = z
  .object({
    text: z.string(),
    territory: z.string().describe('Id of the territory that answered'),
    version: z.string().describe('Its data version'),
    thread: z.string().describe('Tells runs of different threads apart'),
  })
  .describe('What was done');
type Output = z.output<typeof output>;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds: number) => void Atomics.wait(sleeper, 0, 0, milliseconds);
const thread = Math.random().toString(36).slice(2);

function perform(context: ActionContext, input: z.output<typeof freeInput>): Output {
  const end = performance.now() + input.waitMilliseconds;
  while (performance.now() < end) {
    if (input.behave !== 'stubborn' && context.cancelled()) throw new CancelledError();
    context.progress(1 - (end - performance.now()) / input.waitMilliseconds, 'waiting');
    sleep(Math.min(5, Math.max(end - performance.now(), 1)));
  }
  if (input.behave === 'throw') throw new Error('as told: secret detail 4711');
  if (input.behave === 'problem') throw new ActionProblem('territory_too_large', 'As told.', { poles: 51, limit: 50 });
  if (input.behave === 'unknown_problem') throw new ActionProblem('no_such_code', 'As told.');
  if (input.behave === 'crash') process.exit(3);
  if (input.behave === 'cancel_itself') throw new CancelledError();
  if (input.behave === 'no_object') return [] as unknown as Output;
  const { manifest, dataVersion } = context.territory;
  return { text: input.text, territory: manifest.id, version: dataVersion.territory ?? '', thread };
}

const shared = {
  description: 'Does what a test tells it to.',
  background: false,
  storesVersion: true,
  families: ['territory'],
  output,
} as const;

const free: Action<z.output<typeof freeInput>, Output> = {
  ...shared,
  id: 'test.free',
  title: 'Free',
  tariff: null,
  scope: 'read',
  resultShowsCharge: true,
  input: freeInput,
  example: { text: 'hello' },
  quote(_context, { text, behave }) {
    if (behave === 'stubborn' && text === 'slow quote') sleep(3000);
    return { lines: [] };
  },
  run: (context, input) => ({ result: perform(context, input) }),
};

function charged(id: string, resultShowsCharge: boolean): Action<z.output<typeof chargedInput>, Output> {
  const tariff = { code: `${id}.call`, model: 'flat', unit: 'call', unitCredits: 4 } as const;
  return {
    ...shared,
    id,
    title: 'Charged',
    tariff,
    scope: 'run',
    resultShowsCharge,
    input: chargedInput,
    example: { credits: 4 },
    quote(context, { credits, text, behave, stores = [] }) {
      if (text === 'quote fails') throw new Error('as told');
      if (text === 'unknown code') {
        const errors = [{ pointer: '#/areas/0', detail: 'There is no such area.' }];
        throw new ActionProblem('validation_error', 'There is no such area.', { errors });
      }
      if (text === 'in the sea') throw new ActionProblem('outside_coverage', 'No road within reach.');
      if (behave === 'stubborn' && text === 'slow quote') sleep(3000);
      const price =
        credits + stores.length + Number(context.territory.descriptors.territory?.parameters.surcharge ?? 0);
      const line = {
        tariff: tariff.code,
        label: 'As told',
        unit: 'call',
        quantity: 1,
        unitCredits: price,
        credits: price,
      };
      return { lines: price === 0 ? [] : [line], extra: { polesInvolved: 42 } };
    },
    warningsIn: ({ manifest }, { text }) =>
      text === 'warn' ? [{ pointer: '#/text', detail: `As told in ${manifest.name}.` }] : [],
    run: (context, input) => ({
      result: perform(context, input),
      ...(input.due === undefined ? {} : { creditsDue: input.due }),
      summary: { text: input.text },
    }),
  };
}

/** What is said of an item of a batch beside its place; the rest is said for all. */
const item = chargedInput
  .pick({ credits: true, due: true, behave: true, text: true, waitMilliseconds: true })
  .extend({ id: z.union([z.string(), z.int()]), lat: place.shape.lat, lng: place.shape.lng });
const batchInput = z
  .object({
    points: orDataset(z.array(item).min(1).max(500)).describe('Items'),
    maxCredits: z.number().min(0).optional().describe('The most that is charged'),
  })
  .describe('What to do, one after the other');
type BatchInput = z.output<typeof batchInput>;

const testCharged = charged('test.charged', true);

/** A background job of test.charged. Its quote is that of its first item, times the count. */
const batch: Action<BatchInput, unknown> = {
  ...shared,
  id: 'test.batch',
  title: 'Batch',
  tariff: { code: 'test.batch', model: 'per_item', unit: 'item', unitCredits: null, parts: [] },
  scope: 'run',
  resultShowsCharge: true,
  background: true,
  batch: {
    actionId: 'test.charged',
    items: ({ points }) => points,
    inputOf: ({ points }, index) => {
      const { id: _, lat, lng, ...told } = points[index] as BatchInput['points'][number];
      return chargedInput.parse({ ...told, due: told.due ?? told.credits, origins: [{ lat, lng }] });
    },
    maxCredits: ({ maxCredits }) => maxCredits ?? null,
  },
  input: batchInput,
  output: z.object({ jobId: z.string() }).describe('The job'),
  example: { points: [{ id: 'a', lat: 40.5, lng: 10.5 }] },
  quote(context, { points }) {
    const first = testCharged.quote(context, chargedInput.parse(points[0])).lines[0];
    const count = points.length;
    const line = { tariff: 'test.batch', label: 'As told', unit: 'item', quantity: count, unitCredits: 0, credits: 0 };
    const unitCredits = first?.unitCredits ?? 0;
    return { lines: [{ ...line, unitCredits, credits: unitCredits * count }], extra: { sampledPoints: 1 } };
  },
  warningsIn: (territory, { points: [first] }) => testCharged.warningsIn?.(territory, chargedInput.parse(first)) ?? [],
  run() {
    throw new Error('the service makes a job of it');
  },
};

/** Those of pages are computed as they are; the drawn territory has no areas for them. */
export { pageActions } from '@hinterland/actions';

export const actions = [free, testCharged, charged('test.quiet', false), batch] as readonly Action[];
