import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { AuditEntry } from '../../api/types.ts';
import { type Say, type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

/** Fields of details whose values have names of their own. */
const NAMED: Readonly<Record<string, string>> = { role: 'role', scopes: 'scope', events: 'event' };

/** Returns what a deed set in words: "Role: Admin · Billing rights: yes". `path` is that of the organization. */
export function useDetails(path: OrganizationPath): (details: NonNullable<AuditEntry['details']>) => string {
  const { say } = useText();
  const { number } = useFormat();
  const teams = useResource(`${path}/teams`);
  const teamNamed = (id: number) => teams.data?.data.find((team) => team.id === id)?.name ?? String(id);
  const inWords = (field: string, value: unknown): string => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return say('detail.none');
    if (Array.isArray(value)) return value.map((one) => inWords(field, one)).join(', ');
    if (typeof value === 'boolean') return say(value ? 'detail.yes' : 'detail.no');
    if (typeof value === 'number') return field === 'teamId' ? teamNamed(value) : number(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return field in NAMED ? named(say, `${NAMED[field]}.${text}`, text) : text;
  };
  return (details) =>
    Object.entries(details)
      .map(([field, value]) => `${named(say, `detail.${field}`, field)}: ${inWords(field, value)}`)
      .join(' · ');
}

/** The text of a key that the data name; `otherwise` where there is none. */
function named(say: Say, key: string, otherwise: string): string {
  const text = say(key as TextKey);
  return text === key ? otherwise : text;
}
