import type { Data, Me } from '@hinterland/contract';
import { spenderOf } from '../credits/spender.ts';
import { creditSummary } from '../credits/summary.ts';
import { dataVersions } from '../engine/dataVersions.ts';
import type { Generation } from '../engine/territories.ts';
import { type Answer, json } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { invalid } from '../json.ts';

/** GET /api/v1/me */
export async function getMe({ db, clock }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  const { credits, key } = await creditSummary(db, clock, spenderOf(caller));
  const me: Me = {
    user: caller.user,
    organization: { ...caller.organization, role: caller.role },
    team: caller.team,
    key: {
      id: caller.key.id,
      name: caller.key.name,
      prefix: caller.key.prefix,
      scopes: [...caller.key.scopes],
      monthlyCap: key.monthlyCap,
      monthlyUsage: key.monthlyUsage,
      createdAt: caller.key.createdAt.toISOString(),
      lastUsedAt: caller.key.lastUsedAt?.toISOString() ?? null,
    },
    credits,
  };
  return json(me);
}

/** GET /api/v1/credits */
export async function getCredits({ db, clock }: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return json((await creditSummary(db, clock, spenderOf(caller))).credits);
}

/** GET /api/v1/data */
export async function getData({ engine }: HttpParts, exchange: Exchange): Promise<Answer> {
  await exchange.admit('read');
  return json(dataOf(engine.territories.current, exchange.query('territory')));
}

/** Of the territory that was chosen, or of all. */
function dataOf(installed: readonly Generation[], chosen: string | undefined): Data {
  if (chosen === undefined) return dataVersions(installed);
  const meant = installed.filter(({ territory }) => territory.manifest.id === chosen);
  if (meant.length > 0) return dataVersions(meant);
  const ids = installed.map(({ territory }) => territory.manifest.id).join(', ');
  throw invalid('#/territory', `There is no territory of that id. Installed are: ${ids}.`);
}
