import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../api/request.ts';
import { switchOrganization } from '../../api/switchOrganization.ts';
import type { Session } from '../../api/types.ts';
import { Loaded } from '../../ui/states.tsx';

/** Opens an analysis that the active organization does not have in the first of the reader's others that has it. */
export default function Elsewhere({ code, session }: { code: string; session: Session }) {
  const others = session.organizations
    .map(({ organization }) => organization.id)
    .filter((id) => id !== session.activeOrganization?.organization.id);
  const found = useQuery({
    queryKey: ['elsewhere', code, others],
    retry: false,
    queryFn: ({ signal }) =>
      Promise.any(
        others.map((id) => request(`/organizations/${id}/analyses/${code}`, { signal }).then(() => id)),
      ).catch(({ errors }: AggregateError) => Promise.reject(errors[0])),
  });
  const home = found.data;
  useEffect(() => {
    if (home !== undefined) void switchOrganization(home);
  }, [home]);
  return <Loaded query={found}>{() => null}</Loaded>;
}
