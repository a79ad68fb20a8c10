import type { OrganizationPath } from '../api/address.ts';
import { useResource } from '../api/queries.ts';
import { useText } from '../text/index.ts';

/** Names the members who may buy credits, for those who may not. `path` is that of the organization. */
export function Buyers({ path }: { path: OrganizationPath }) {
  const { say, language } = useText();
  const { data } = useResource(`${path}/buyers`);
  if (data === undefined) return null;
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(data.data.map(({ name }) => name));
  return <p data-buyers>{data.data.length === 0 ? say('buying.nobody') : say('buying.ask', { names })}</p>;
}
