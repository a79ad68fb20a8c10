import { type Action, lackOf } from '@hinterland/actions';
import type { Generation } from '../../engine/territoriesInForce.ts';
import { toolName } from './toolName.ts';

/**
 * Why an action answers nothing here, and what would bring it; null where one of the territories in force has what it needs, and where
 * there is none.
 */
function lackHere(action: Pick<Action, 'needs'>, territories: readonly Pick<Generation, 'territory'>[]): string | null {
  const lacks = territories.map(({ territory }) => lackOf(action, territory));
  return lacks.length === 0 || lacks.includes(null) ? null : [...new Set(lacks)].join('; ');
}

/** The same tools, those of actions that answer nothing here marked in their descriptions; calls of them answer as ever. */
export function markLacking<T extends { readonly name: string; readonly description?: string | undefined }>(
  tools: readonly T[],
  actions: readonly Action[],
  territories: readonly Pick<Generation, 'territory'>[],
): T[] {
  const lacks = new Map(
    actions.flatMap((action) => {
      const lack = lackHere(action, territories);
      return lack === null ? [] : [[toolName(action.id), lack] as const];
    }),
  );
  return tools.map((tool) => {
    const lack = lacks.get(tool.name);
    return lack === undefined
      ? tool
      : { ...tool, description: `Answers nothing here: ${lack}. ${tool.description ?? ''}` };
  });
}
