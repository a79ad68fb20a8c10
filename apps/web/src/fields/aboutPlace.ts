import type { ActionResult } from '@hinterland/client';

type Address = ActionResult<'search.addresses'>['addresses'][number];

/** What a suggestion is, beside its name. */
export interface About {
  readonly kind: Exclude<Address['kind'], 'address'>;
  /** Its town, where the name does not say it; empty otherwise. */
  readonly town: string;
}

/** What a place is that was found; nothing for a house, which its line tells whole. */
export function aboutOf({ kind, displayLine, parts }: Pick<Address, 'kind' | 'displayLine' | 'parts'>): {
  about?: About;
} {
  if (kind === 'address') return {};
  const { locality } = parts;
  return { about: { kind, town: displayLine.includes(locality) ? '' : locality } };
}
