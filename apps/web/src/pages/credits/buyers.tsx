import { useResource } from '../../api/queries.ts';
import type { List } from '../../api/types.ts';
import { useText } from '../../text/index.ts';

/** Names the members who may buy credits, for those who may not. `path` is that of the organization. */
export function Buyers({ path }: { path: string }) {
  const { say, language } = useText();
  const { data } = useResource<List<{ readonly id: number; readonly name: string }>>(`${path}/buyers`);
  if (data === undefined) return null;
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(data.data.map(({ name }) => name));
  return <p data-buyers>{data.data.length === 0 ? say('buying.nobody') : say('buying.ask', { names })}</p>;
}
