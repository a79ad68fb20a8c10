import { queryClient } from './queries.ts';
import { request } from './request.ts';

/** Works in another organization from now on; all that is shown is asked again. */
export async function switchOrganization(organizationId: number): Promise<void> {
  await request('/session/organization', { method: 'PUT', body: { organizationId } });
  await queryClient.invalidateQueries();
}
