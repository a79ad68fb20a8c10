import { wholeOf } from '@hinterland/answers/words';
import { Explained } from '../../answer/results/how.tsx';
import { currencyOf } from '../../answer/results/units.ts';
import { Topics } from '../../answer/topics/topics.tsx';
import { useResource } from '../../api/queries.ts';
import { useSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { AreaStores } from './areaStores.tsx';

/** Ages, households, income and stores of an area beside the areas that hold it, free. */
export default function Profile({ code }: { code: string }) {
  const { say } = useText();
  const { path, territory } = useSurroundings();
  const address = `${path}/areas/${encodeURIComponent(code)}?${new URLSearchParams({ territory })}` as const;
  const query = useResource(address);
  return (
    <Loaded query={query}>
      {(profile) => {
        const { parts, benchmarks, topics, market, dataVersion } = profile;
        const whole = wholeOf(parts)?.id ?? '';
        const about = {
          method: null,
          dataVersion,
          methodsPage: '/developers/methods/people-economy',
          currency: currencyOf(profile),
        };
        return (
          <Explained about={about}>
            <div className="stack" data-profile={profile.area.code}>
              <h2>{say('dashboard.people')}</h2>
              <Topics
                topics={topics.map((topic, i) => ({ topic, pointer: `/topics/${i}` }))}
                whole={whole}
                benchmarks={benchmarks}
                opened={OPENED}
              />
              <h2>{say('dashboard.stores')}</h2>
              <AreaStores market={market} part={whole} name={profile.area.name} />
            </div>
          </Explained>
        );
      }}
    </Loaded>
  );
}

/** The topic that has a chart. */
const OPENED = ['age_classes'];
