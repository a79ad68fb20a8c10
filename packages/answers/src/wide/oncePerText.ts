/** Most texts that are kept: names of members and codes are some thousands, names of people's own areas and brands may be more. */
const MOST = 20_000;

/** A function that makes what belongs to a text once, since names and codes come again in every row of a table. */
export function oncePerText<V>(make: (text: string) => V): (text: string) => V {
  const kept = new Map<string, { readonly value: V }>();
  return (text) => {
    let entry = kept.get(text);
    if (entry === undefined) {
      if (kept.size === MOST) kept.clear();
      entry = { value: make(text) };
      kept.set(text, entry);
    }
    return entry.value;
  };
}
