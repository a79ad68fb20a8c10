import type { PlaceWithSales } from '../../api/types.ts';

/** The text that says where sales fell. */
export function wordOf({ isWithin80, isWithin95 }: Pick<PlaceWithSales, 'isWithin80' | 'isWithin95'>) {
  if (isWithin80 === null) return 'came.noRange';
  if (isWithin80) return 'came.within80';
  if (isWithin95 === null) return 'came.beyond80';
  return isWithin95 ? 'came.within95' : 'came.beyond95';
}
