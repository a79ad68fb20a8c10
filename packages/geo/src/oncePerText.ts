/** Most texts that are kept: names of members and codes are some thousands, but names of areas and brands may be as many as data have. */
const MOST = 20_000;

/** The same as `oncePer` for a text, such as a name that comes again in every row of a table; beyond `most` texts it starts anew. */
export function oncePerText<V>(make: (text: string) => V, most = MOST): (text: string) => V {
  const kept = new Map<string, { readonly value: V }>();
  return (text) => {
    let entry = kept.get(text);
    if (entry === undefined) {
      if (kept.size >= most) kept.clear();
      entry = { value: make(text) };
      kept.set(text, entry);
    }
    return entry.value;
  };
}
