/** A territory as far as tables name it. */
interface Named {
  readonly manifest: { readonly id: string; readonly name: string };
  /** By family of data; sources have licences and attributions. */
  readonly descriptors: Readonly<Record<string, { readonly sources: readonly object[] } | undefined>>;
}

/** What holds for an answer, and is no member of it: the metadata of its files. */
export interface Origin {
  readonly action: string;
  /** Null where the answer is of several territories, or of one that is gone. */
  readonly territory: { readonly id: string; readonly name: string } | null;
  /** Each once, with its licence and attribution. */
  readonly sources: readonly object[];
}

/** Returns from what an action has answered. */
export function originOf(action: string, territories: readonly Named[]): Origin {
  const [first, ...others] = territories;
  const all = territories.flatMap(({ descriptors }) => Object.values(descriptors).flatMap((one) => one?.sources ?? []));
  return {
    action,
    territory: first === undefined || others.length > 0 ? null : { id: first.manifest.id, name: first.manifest.name },
    sources: [...new Map(all.map((source) => [JSON.stringify(source), source])).values()],
  };
}
