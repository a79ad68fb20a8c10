import { correction, LIMITS, newCorrection, storeList } from '@hinterland/contract';
import { z } from 'zod';
import { requireScope } from '../../kit/who.ts';
import type { Corrector } from '../../work/corrections/service.ts';
import type { ToolServices } from './services.ts';
import { type ServiceTool, tool } from './serviceTools.ts';
import type { ToolUser } from './tool.ts';

/** Says something of a store; said twice it is said once more, and no answer differs. */
const CORRECTS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

/** What organizations say of stores in place of the lists: the operations of /api/v1, free, for keys that may manage. */
export const correctionTools = ({ corrections }: Pick<ToolServices, 'corrections'>): readonly ServiceTool[] => [
  tool({
    id: 'stores.list',
    title: 'Stores with corrections',
    description:
      'Stores by id, place or text as your organization sees them, closed ones too, each with its corrections in force: for stores_correct. Free.',
    input: z.object({
      territory: z.string().optional().describe('Id of the territory; may be left out where there is only one'),
      id: z.string().optional().describe('Id of a store'),
      lat: z.number().min(-90).max(90).optional().describe('Stores around a place, degrees'),
      lng: z.number().min(-180).max(180).optional().describe('Degrees'),
      meters: z.number().min(1).max(5000).default(250).describe('Straight distance from the place, meters'),
      text: z.string().optional().describe('Part of the name or of the brand'),
      limit: z.int().min(1).max(LIMITS.storesFound).default(20).describe('Stores to return, at most'),
    }),
    output: storeList,
    call: ({ caller }, { territory, ...asked }, { signal }) => corrections.stores(caller, territory, asked, signal),
  }),
  tool({
    id: 'stores.correct',
    title: 'Correct a store',
    description:
      'Says of a store that it is closed, open, elsewhere, of another brand, sector or floor area, no competitor, or missing from the lists. All answers of your organization count with it from then on; nobody else sees it. Ask the person first, and give their reason. Free; needs manage.',
    input: newCorrection,
    output: correction,
    annotations: CORRECTS,
    call: (user, sent, { signal }) => corrections.make(correctorOf(user), sent, signal),
  }),
  tool({
    id: 'stores.undo_correction',
    title: 'Undo a correction',
    description:
      'Takes a correction of a store back; what was said of it before is in force again. Free; needs manage.',
    input: z.object({ id: z.int().min(1).describe('Number of the correction') }),
    output: correction,
    annotations: CORRECTS,
    call: (user, { id }) => corrections.undo(correctorOf(user), String(id)),
  }),
];

/** Who corrects: a caller of /mcp whose key may manage. */
function correctorOf({ caller }: ToolUser): Corrector {
  const { address } = caller;
  if (address === undefined) throw new Error('corrections are for callers of the tool server');
  if (caller.key !== null) requireScope(caller.key, 'manage');
  return { ...caller, address };
}
