import { RoughReasons } from '../../answer/roughReasons.tsx';
import { useResource } from '../../api/queries.ts';
import { useSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';

interface CaveatsProps {
  readonly result: Readonly<Record<string, unknown>>;
}

/** What weakens the figures of an answer of the territory that is asked: residents of a model, a rough map. Nothing where nothing does. */
export default function Caveats({ result }: CaveatsProps) {
  const { say } = useText();
  const { territory } = useSurroundings();
  const { data } = useResource('/data');
  const found = data?.data.find(({ id }) => id === territory);
  if (found === undefined) return null;
  const people = Object.hasOwn(result.dataVersion ?? {}, 'sociodemo')
    ? found.families.find(({ isModelled }) => isModelled)
    : undefined;
  const names = new Set(people?.sources.map(({ name }) => name));
  if (people === undefined && found.rough === undefined) return null;
  return (
    <div className="stack-tight soft small" data-caveats>
      {people !== undefined && <p>{say('trust.modelled', { source: [...names].join(', ') })}</p>}
      {found.rough !== undefined && (
        <>
          <p>{say('trust.rough')}</p>
          <RoughReasons rough={found.rough} reasons={found.roughReasons} className="reasons" />
        </>
      )}
    </div>
  );
}
