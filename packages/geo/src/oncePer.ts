/** Returns a function that computes once per object and keeps the result for as long as the object lives. */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let entry = kept.get(key);
    if (entry === undefined) {
      entry = { value: make(key) };
      kept.set(key, entry);
    }
    return entry.value;
  };
}
