import { actions, findAction } from '@hinterland/actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callers, type DemoOptions, type DemoService, startDemo } from '../demoService.ts';
import { type ApiClient, apiClient } from '../service/apiClient.ts';
import { uploader } from '../uploader.ts';
import { type Opened, withKey, withoutAccount } from './doors.ts';
import { type MarkedModel, type MarkedQuestion, marksIn, namedOwn, sentOwn, takesOwn } from './marked.ts';

/** What questions need beside their examples so that a model of supermarkets fits them. */
const OF_THE_MODEL: Readonly<Record<string, object>> = {
  'analysis.markets_sector': { sectors: ['food.supermarket'] },
  'analysis.site_comparison': { sectorCode: 'food.supermarket' },
  'enrich.point': { include: ['sectors'], sectors: ['food.supermarket'] },
  'enrich.points': { include: ['sectors'], sectors: ['food.supermarket'] },
  'site.search': { sectorCode: 'food.supermarket', measure: undefined },
};

const asked = actions.filter((action) => action.storesVersion && takesOwn(action));

describe('strangers to whom an analysis is shown', () => {
  let demo: DemoService;
  let own: ApiClient;
  let stranger: string;
  let model: MarkedModel;
  let upload: (csv: string) => Promise<string>;

  /** Runs a question in a new analysis and opens it to anyone. */
  async function shared(actionId: string, { input }: MarkedQuestion): Promise<string> {
    const { code } = await own('POST', '/api/v1/analyses', { name: actionId, state: stateOf(actionId, input) });
    const { quotedCredits } = await own('POST', `/api/v1/actions/${actionId}/quote`, input);
    const ran = await fetch(`${demo.url}/api/v1/actions/${actionId}/execute`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${demo.others[0]}`,
        'Content-Type': 'application/json',
        'X-Analysis-Id': code,
      },
      body: JSON.stringify({ ...input, quotedCredits }),
    });
    const { result } = (await ran.json()) as { result: { jobId?: string } };
    expect([actionId, ran.status]).toEqual([actionId, 200]);
    for (let tries = 0; result.jobId !== undefined && tries < 600; tries++) {
      const { status } = await own('GET', `/api/v1/jobs/${result.jobId}`);
      if (status !== 'queued' && status !== 'running') break;
      await new Promise((go) => setTimeout(go, 100));
    }
    await own('PUT', `/api/v1/analyses/${code}/shares`, { anyone: true });
    return code;
  }

  /** The state that the web app keeps of a question. */
  const stateOf = (actionId: string, input: object) => ({
    question: { actionId, places: [], values: input, chosen: [] },
  });

  const found = (opened: readonly Opened[], marks: readonly string[]) =>
    opened
      .map(({ door, status, text }) => ({ door, status, seen: [...new Set(marksIn(text, marks))] }))
      .filter(({ status, seen }) => seen.length > 0 || status >= 500);

  beforeAll(async () => {
    const [eve] = [{ email: 'eve@example.com', role: 'owner' }] as const;
    const keys = [{ name: 'stranger', user: eve.email, scopes: ['read', 'run', 'manage'] as const }];
    demo = await startDemo({
      organizations: [callers('own'), { ...callers('stranger'), name: 'Strangers', users: [eve], keys }],
    } as DemoOptions);
    own = apiClient(() => demo.url, demo.others[0] as string);
    stranger = demo.others[1] as string;
    upload = await uploader(demo.url);
    const calibrate = findAction('market.calibrate')!;
    const { input, marks } = sentOwn(calibrate, null);
    const code = await shared('market.calibrate', { input, marks });
    const { results } = await own('GET', `/api/v1/analyses/${code}/versions/1`);
    model = { named: { analysis: code, version: 1 }, sent: results.model, marks };
  });
  afterAll(() => demo?.stop());

  it('most actions take something that is own', () => {
    expect(asked.length).toBeGreaterThan(12);
  });

  describe.each(asked.map((action) => [action.id, action] as const))('%s', (id, action) => {
    const questions = {
      sent: async () => sentOwn(action, model),
      named: () => namedOwn(action, model, upload),
    };
    it.each(['sent', 'named'] as const)('shows nothing own that was %s', async (how) => {
      const { input, marks } = await questions[how]();
      const question = { input: { ...input, ...OF_THE_MODEL[id] }, marks };
      const code = await shared(id, question);
      const opened = [...(await withoutAccount(demo.url, code)), ...(await withKey(demo.url, code, stranger))];
      expect(found(opened, marks)).toEqual([]);
      expect(opened.filter(({ status }) => status === 200).length).toBeGreaterThan(12);

      // Its own organization sees all of it: what is named by its name, and the rest as it was sent.
      const version = await own('GET', `/api/v1/analyses/${code}/versions/1`);
      for (const [name, value] of Object.entries(question.input)) {
        if (typeof value === 'object' && value !== null && ('dataset' in value || 'analysis' in value))
          expect(version.input[name]).toEqual(value);
      }
      if (how === 'sent' && marks.length > 0) expect(marksIn(JSON.stringify(version), marks).length).toBeGreaterThan(0);
    });
  });
});
