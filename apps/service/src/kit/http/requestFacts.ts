/** Facts of a request for its line in the log; absent as long as they are not known. */
export interface RequestFacts {
  /** Numbers of organization, user and key. */
  readonly organization?: number;
  readonly user?: number;
  readonly key?: number;
  readonly action?: string;
  /** Id of its trace. */
  readonly trace?: string;
}

const known = new WeakMap<object, RequestFacts>();

/** Adds facts to a request of the server. */
export const noteFacts = (request: object, facts: RequestFacts): void =>
  void known.set(request, { ...known.get(request), ...facts });

export const factsOf = (request: object): RequestFacts => known.get(request) ?? {};
