import { z } from 'zod';
import type { Member } from '../../kit/who.ts';
import type { Analyses } from '../../work/analyses/service.ts';
import type { Datasets } from '../../work/datasets/service.ts';
import { type ServiceTool, tool } from '../mcp/serviceTools.ts';
import type { ToolUser } from '../mcp/tool.ts';

/** The person whom the assistant answers, as a user of tools: with the rights of the person, and no others. */
export interface Asker extends ToolUser {
  readonly caller: Member & { readonly key: null };
}

const anything = z.looseObject({});

/** Tools that read what the person may read: their analyses, and the datasets of the organization. Names of others are left out. */
export const readingTools = (analyses: Analyses, datasets: Datasets): readonly ServiceTool[] => [
  tool({
    id: 'analyses.list',
    title: 'Analyses',
    description: "The person's analyses, last changed first: codes, names, last runs. Free.",
    input: z.object({}),
    output: anything,
    call: async ({ caller }: Asker) => ({
      data: (await analyses.list(caller)).slice(0, 40).map(({ code, name, updatedAt, latestRun }) => ({
        code,
        name,
        updatedAt,
        latestRun,
      })),
    }),
  }),
  tool({
    id: 'analyses.versions',
    title: 'Versions of an analysis',
    description: 'The runs that are stored in an analysis: number, action, credits, time. Free.',
    input: z.object({ code: z.string().max(40) }),
    output: anything,
    call: async ({ caller }: Asker, { code }) => ({
      data: (await analyses.versions(caller, code)).map(({ author: _, ...version }) => version),
    }),
  }),
  tool({
    id: 'analyses.version',
    title: 'A stored result',
    description: 'Input and result of one version of an analysis. Free.',
    input: z.object({ code: z.string().max(40), version: z.int().min(1) }),
    output: anything,
    call: async ({ caller }: Asker, { code, version }) => {
      const { author: _, state: __, ...stored } = JSON.parse(await analyses.version(caller, code, String(version)));
      return stored;
    },
  }),
  tool({
    id: 'datasets.list',
    title: 'Datasets',
    description: "The organization's own tables of places: ids, names, columns, rows. Free.",
    input: z.object({}),
    output: anything,
    call: async ({ caller }: Asker) => ({
      data: (await datasets.list(caller))
        .slice(0, 40)
        .map(({ id, name, status, columns, rows, matched, territoryId }) => ({
          id,
          name,
          status,
          columns,
          rows,
          matched,
          territoryId,
        })),
    }),
  }),
  tool({
    id: 'datasets.rows',
    title: 'Rows of a dataset',
    description: 'Cells and places of up to 50 rows of a dataset. Free.',
    input: z.object({
      datasetId: z.string().max(60),
      from: z.int().min(0).max(1_000_000).default(0),
      limit: z.int().min(1).max(50).default(20),
    }),
    output: anything,
    call: ({ caller }: Asker, { datasetId, ...page }) => datasets.rows(caller, datasetId, page),
  }),
];
