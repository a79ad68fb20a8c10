import { useSearchParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why the way through the provider ended at the sign-in page, as the service names it, and the text of it. */
const FAILURES = {
  away: 'signIn.failedAway',
  domain: 'signIn.failedDomain',
  failed: 'signIn.failedFailed',
  organization: 'signIn.failedOrganization',
  removed: 'signIn.failedRemoved',
  role: 'signIn.failedRole',
  taken: 'signIn.failedTaken',
  unverified: 'signIn.failedUnverified',
} as const;

/** Leads to the identity provider of an organization, where the service has one; nothing where it has none. */
export function ProviderButton({ next }: { next: string }) {
  const { say } = useText();
  const [search] = useSearchParams();
  const { data } = useResource('/sign-in/provider');
  const failure = FAILURES[search.get('failed') as keyof typeof FAILURES];
  if (data?.name == null) return null;
  return (
    <>
      {failure !== undefined && (
        <div role="alert">
          <Notice kind="warning">{say(failure)}</Notice>
        </div>
      )}
      <a className="button" href={`/web/v1/sign-in/provider/begin?${new URLSearchParams([['then', next]])}`}>
        {say('signIn.with', { name: data.name })}
      </a>
      <p className="soft entry-or">{say('signIn.or')}</p>
    </>
  );
}
