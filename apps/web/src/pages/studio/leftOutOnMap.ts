import { isObject, objectsIn } from '@hinterland/answers/words';

type Result = Readonly<Record<string, unknown>>;

/** A result with a sales model whose stores say whether they sold more or less than was forecast without them; any other as it is. */
export function leftOutOnMap(result: Result | null): Result | null {
  if (result === null || !isObject(result.model) || !Array.isArray(result.model.stores)) return result;
  const errors = new Map(objectsIn(result.stores).map(({ id, error }) => [id, error]));
  const stores = objectsIn(result.model.stores).map((store) => ({
    ...store,
    status: Number(errors.get(store.id)) > 0 ? 'sold_less' : 'sold_more',
  }));
  return { ...result, model: { stores } };
}
