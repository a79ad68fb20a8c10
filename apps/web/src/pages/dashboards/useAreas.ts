import type { ActionResult } from '@hinterland/client';
import { useQuery } from '@tanstack/react-query';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { lookedNow } from '../studio/useLooked.ts';

export type Area = ActionResult<'areas.list'>['areas'][number];

/** Outlines are drawn beside each other: a few meters are not seen. */
const SIMPLIFIED_METERS = 20;
const PARENTS_MAX = 8;

/** An area, and the areas that hold it from small to large. */
export interface AreaFamily {
  readonly area: Area;
  readonly parents: readonly Area[];
}

/** Lists areas with the free action. What was read on the way to another area is not read again. */
export const listAreas = (path: OrganizationPath, territory: string, body: object): Promise<readonly Area[]> =>
  queryClient.fetchQuery({
    queryKey: ['areas', path, territory, body],
    staleTime: 600_000,
    queryFn: async ({ signal }) => {
      const { result } = await request(`${path}/actions/areas.list/execute`, {
        method: 'POST',
        body: { ...body, territory },
        signal,
      });
      return result.areas;
    },
  });

/** Reads the family of an area; that of the largest area for no code. Null where there is none. */
export const useAreaFamily = (path: OrganizationPath, territory: string, code: string | null) =>
  useQuery({
    queryKey: ['area family', path, territory, code],
    staleTime: 600_000,
    queryFn: async (): Promise<AreaFamily | null> => {
      const list = (body: object) => listAreas(path, territory, body);
      const withCode = async (wanted: string, geometry: boolean) =>
        (await list({ query: wanted, ...(geometry ? OUTLINE : {}) })).find((one) => one.code === wanted);
      const area = code === null ? (await list({ limit: 1, ...OUTLINE }))[0] : await withCode(code, true);
      if (area === undefined) return null;
      const parents: Area[] = [];
      let above = area.parentCode;
      while (above !== null && parents.length < PARENTS_MAX) {
        const parent = await withCode(above, false);
        if (parent === undefined) break;
        parents.push(parent);
        above = parent.parentCode;
      }
      return { area, parents };
    },
  });

const OUTLINE = { geometry: true, simplifyMeters: SIMPLIFIED_METERS };

/** People per square kilometer; null where one of the two is unknown. */
export const densityOf = ({ residents, areaSquareKm }: Area): number | null =>
  residents === null || areaSquareKm === null || areaSquareKm === 0 ? null : residents / areaSquareKm;

/** What of the address stays on the way to another area: how areas are colored. */
const KEPT = ['figure', 'classes', 'table'];

/** The address of the dashboard of an area. */
export function dashboardOf(code: string, territory: string): string {
  const before = lookedNow();
  const kept = KEPT.flatMap((name) => (before.has(name) ? [[name, before.get(name) ?? '']] : []));
  return `/dashboards/${encodeURIComponent(code)}?${new URLSearchParams([['territory', territory], ...kept])}`;
}
