import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ActionId, type ActionInput, Hinterland } from './index.ts';

interface Operation {
  readonly operationId: string;
}
const { paths } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const ofActions = /^\/api\/v1\/actions\/([a-z_]+\.[a-z_]+)\/(quote|execute)$/;

/** How the client calls each route, by its operation id. */
const CALLS: Readonly<Record<string, (client: Hinterland) => unknown>> = {
  getMe: (client) => client.me(),
  getCredits: (client) => client.credits(),
  getData: (client) => client.data({ territory: 'demo' }),
  listActions: (client) => client.actions(),
  getOpenApi: (client) => client.openapi(),
  listAnalyses: (client) => client.analyses.list(),
  createAnalysis: (client) => client.analyses.create('A', { zoom: 3 }),
  getAnalysis: (client) => client.analyses.get('code'),
  deleteAnalysis: (client) => client.analyses.delete('code'),
  renameAnalysis: (client) => client.analyses.rename('code', 'B'),
  duplicateAnalysis: (client) => client.analyses.duplicate('code', { withResults: true }),
  listVersions: (client) => client.analyses.versions('code'),
  getVersion: (client) => client.analyses.version('code', 2),
  getStoreChanges: (client) => client.analyses.storeChanges('code', 2),
  getSales: (client) => client.analyses.sales('code', 2),
  putSales: (client) => client.analyses.saveSales('code', 2, { sales: [] }),
  getReport: (client) => client.analyses.report('code', { format: 'pdf' }),
  getShares: (client) => client.analyses.shares('code'),
  putShares: (client) => client.analyses.share('code', { anyone: null } as never),
  listJobs: (client) => client.jobs.list(),
  getJob: (client) => client.jobs.get('job'),
  stopJob: (client) => client.jobs.stop('job'),
  deleteJobResults: (client) => client.jobs.deleteResults('job'),
  getJobParts: (client) => client.jobs.parts('job'),
  getJobResults: (client) => client.jobs.results('job').next(),
  getJobResult: (client) => client.jobs.result('job', 2),
  listStores: (client) => client.corrections.stores({ text: 'a' }),
  listCorrections: (client) => client.corrections.list(),
  createCorrection: (client) => client.corrections.create({ storeId: 'osm/n1', kind: 'closed' } as never),
  exportCorrections: (client) => client.corrections.csv(),
  importCorrections: (client) => client.corrections.importCsv({ csv: 'kind' }),
  undoCorrection: (client) => client.corrections.undo(2),
  listSubjects: (client) => client.subjects.list(),
  createSubject: (client) => client.subjects.create({ kind: 'place', name: 'Quay', lat: 1, lng: 2 }),
  exportSubjects: (client) => client.subjects.csv(),
  getSubject: (client) => client.subjects.get('2'),
  replaceSubject: (client) => client.subjects.replace('2', { kind: 'place', name: 'Quay', lat: 1, lng: 2 }),
  deleteSubject: (client) => client.subjects.delete('2'),
  listProjects: (client) => client.projects.list(),
  createProject: (client) => client.projects.create({ name: 'Sixth' }),
  getProject: (client) => client.projects.get('2'),
  changeProject: (client) => client.projects.change('2', { name: 'Sixth' }),
  addToProject: (client) => client.projects.add('2', 'k3J9sQ2xTbLm'),
  deleteProject: (client) => client.projects.delete('2'),
  getProjectReport: (client) => client.projects.report('2', { format: 'pdf' }),
  listSupplySubscriptions: (client) => client.supply.list(),
  createSupplySubscription: (client) => client.supply.subscribe({ name: 'Quay', question: {} } as never),
  deleteSupplySubscription: (client) => client.supply.unsubscribe(2),
  listWebhooks: (client) => client.webhooks.list(),
  createWebhook: (client) => client.webhooks.create({ url: 'https://x.example', events: ['ping'] } as never),
  deleteWebhook: (client) => client.webhooks.delete(2),
  enableWebhook: (client) => client.webhooks.enable(2),
  rotateWebhookSecret: (client) => client.webhooks.rotateSecret(2),
  pingWebhook: (client) => client.webhooks.ping(2),
  listDeliveries: (client) => client.webhooks.deliveries(2, { limit: 9 }),
};

/** What a call of the client sends, as "method path". */
async function sentBy(call: (client: Hinterland) => unknown): Promise<string> {
  const sent: string[] = [];
  const client = new Hinterland({
    apiKey: 'hl_test',
    baseUrl: 'https://geo.example.com',
    fetch: async (url, init) => {
      sent.push(`${init?.method?.toLowerCase()} ${(url as URL).pathname}`);
      return Response.json({ data: [], hasMore: false });
    },
  });
  await call(client);
  expect(sent).toHaveLength(1);
  return sent[0] as string;
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ method, path, operationId })),
);
const isOfAction = ({ path }: { path: string }) => ofActions.test(path) || path.includes('{actionId}');

describe('the client', () => {
  it('has a call for every route of the description, and none beside', () => {
    const described = operations.filter((operation) => !isOfAction(operation)).map(({ operationId }) => operationId);
    expect(Object.keys(CALLS).sort()).toEqual(described.sort());
  });

  it.each(operations.filter((operation) => !isOfAction(operation)))(
    '$operationId goes to $method $path',
    async ({ method, path, operationId }) => {
      const filled = path.replace('{code}', 'code').replace('{no}', '2').replace('{index}', '2');
      const id = path.includes('/jobs/') ? 'job' : '2';
      expect(await sentBy(CALLS[operationId] as (client: Hinterland) => unknown)).toBe(
        `${method} ${filled.replace('{id}', id)}`,
      );
    },
  );

  it('quotes and executes every action of the description', async () => {
    const known = operations.filter(({ path }) => ofActions.test(path));
    expect(known.length).toBeGreaterThan(0);
    for (const { method, path } of known) {
      const [, id, what] = ofActions.exec(path) as unknown as [string, ActionId, 'quote' | 'execute'];
      expect(await sentBy((client) => client[what](id, {} as ActionInput<ActionId>))).toBe(`${method} ${path}`);
    }
  });
});
