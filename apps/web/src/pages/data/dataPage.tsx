import { Database } from 'lucide-react';
import { RoughReasons } from '../../answer/roughReasons.tsx';
import { useResource } from '../../api/queries.ts';
import type { Session, Territory } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { FamilyInForce } from './family.tsx';

/** The data in force, with their sources and what changed last. */
export default function DataPage(_: { session: Session }) {
  const { say } = useText();
  const territories = useResource('/data');
  return (
    <Page title={say('data.title')} lead={say('data.lead')}>
      <Loaded query={territories} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={<Database size={28} aria-hidden />} title={say('data.none')}>
                {say('data.noneText')}
              </Empty>
            </Card>
          ) : (
            data.map((territory) => <TerritoryInForce key={territory.id} territory={territory} />)
          )
        }
      </Loaded>
    </Page>
  );
}

function TerritoryInForce({ territory: { name, countries, families, rough, roughReasons } }: { territory: Territory }) {
  const { say } = useText();
  const { country } = useFormat();
  const named = countries.map(country).filter((one) => one !== undefined);
  return (
    <section className="section" aria-label={name}>
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {named.length > 0 && <p className="soft">{named.join(', ')}</p>}
      </div>
      {rough !== undefined && (
        <Card title={say('data.rough')}>
          <RoughReasons rough={rough} reasons={roughReasons} className="list" />
        </Card>
      )}
      {families.length === 0 && <p className="soft">{say('data.noneText')}</p>}
      {families.map((family) => (
        <FamilyInForce key={family.family} family={family} />
      ))}
    </section>
  );
}
