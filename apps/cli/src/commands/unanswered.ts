import type { Territory } from '@hinterland/territory';

/** Which questions a territory cannot answer, and what would bring the data; "" where it answers all. */
export async function unansweredText(territory: Territory): Promise<string> {
  const { actions, lackOf, lackOfFamily } = await import('@hinterland/actions');
  const unanswered = new Map<string, string[]>();
  for (const action of actions) {
    const lack = lackOf(action, territory);
    if (lack !== null) unanswered.set(lack, [...(unanswered.get(lack) ?? []), action.title]);
  }
  const transit = lackOfFamily('transit', territory);
  if (transit !== null) unanswered.set(`${territory.manifest.name} has ${transit}`, ['By public transport']);
  return [...unanswered].map(([lack, titles]) => `  ${titles.join(', ')}: ${lack}.`).join('\n');
}
