import type { components, paths } from './schema.ts';

/** Shapes of the interface, derived from the OpenAPI document (src/schema.ts is generated from it). */
export type Schemas = components['schemas'];

type ExecutePath<Id extends string> = `/api/v1/actions/${Id}/execute`;
type Ids<Path> = Path extends ExecutePath<infer Id> ? (Id extends '{actionId}' ? never : Id) : never;

/** Ids of the actions that this version of the client knows by type. */
export type ActionId = Ids<keyof paths>;

type Post<Path extends keyof paths> = paths[Path] extends { post: infer Operation } ? Operation : never;
type JsonBody<T> = T extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never;

/** `analysis.people_economy` is AnalysisPeopleEconomy in the names of schemas. */
type Pascal<Id extends string> = Id extends `${infer Head}.${infer Tail}` | `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<Id>;

/** Input of an action, without what the client sends by itself. */
export type ActionInput<Id extends ActionId> = Omit<
  JsonBody<Post<ExecutePath<Id> & keyof paths>>,
  'quotedCredits' | 'idempotencyKey'
>;
/** Result of an action. */
export type ActionResult<Id extends ActionId> = Schemas[`${Pascal<Id>}Result` & keyof Schemas];
/** Answer of an execution: `result`, version, warnings and more. */
export type ActionAnswer<Id extends ActionId> = Omit<Schemas['Execute'], 'result'> & {
  readonly result: ActionResult<Id>;
};

export type Quote = Schemas['Quote'];
export type Problem = Schemas['Problem'];
export type Analysis = Schemas['Analysis'];
