import type { ActionId, ActionInput, ActionResult } from '@hinterland/client';
import type { paths } from './schema.ts';

// Types of the calls of the session surface, from its document: what an address answers, and what it takes.

type Documented = keyof paths;
export type Change = 'POST' | 'PUT' | 'DELETE';
export type Method = 'GET' | Change;
type Operation<K extends Documented, M extends Method> = paths[K][Lowercase<M> & keyof paths[K]];

/** Address of an organization, below which nearly everything is. */
export type OrganizationPath = `/organizations/${number}`;

export type AnalysisPath = `${OrganizationPath}/analyses/${string}`;
export type DatasetPath = `${OrganizationPath}/datasets/${string}`;
export type ConversationPath = `${OrganizationPath}/conversations/${string}`;

type Segments<A extends string> = A extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [A];
type WithoutQuery<A extends string> = A extends `${infer Path}?${string}` ? Path : A;

type ParametersOf<O> = O extends { readonly parameters: { readonly path: infer P } } ? P : Record<never, never>;
/** Text that stands for a parameter in an address: digits for a number. */
type TextOf<Value> = Value extends number ? `${number}` : Value extends string ? Value : never;
type Fits<S extends readonly string[], P> = {
  [I in keyof S]: S[I] extends `{${infer Name}}` ? (Name extends keyof P ? TextOf<P[Name]> : never) : S[I];
};

/** The path of the document that an address is of; never where there is none. */
type PathOf<A extends string, M extends Method> = {
  [K in Documented]: K extends `/web/v1${infer Path}`
    ? [Operation<K, M>] extends [undefined]
      ? never
      : Segments<WithoutQuery<A>> extends Fits<Segments<Path>, ParametersOf<Operation<K, M>>>
        ? K
        : never
    : never;
}[Documented];

/** The operation at an address. */
type OperationAt<A extends string, M extends Method> = A extends string ? Operation<PathOf<A, M>, M> : never;

/** Names of the members of a query, as far as they are written out. */
type Names<Q extends string> = Q extends `${infer One}&${infer Rest}`
  ? Names<One> | Names<Rest>
  : Q extends `${infer Name}=${string}`
    ? Name
    : never;
type QueryNames<A extends string> = A extends `${string}?${infer Q}` ? Names<Q> : never;
type DocumentedNames<O> = O extends { readonly parameters: { readonly query?: infer Q } }
  ? keyof NonNullable<Q>
  : never;

/** Which of the addresses are not in the document, or have a query that it does not have. */
type Unknown<A extends string, M extends Method> = A extends string
  ? [PathOf<A, M>] extends [never]
    ? A
    : Exclude<QueryNames<A>, DocumentedNames<OperationAt<A, M>>>
  : never;

/** Asks nothing more of an address that the document has with this method; an address that it lacks does not compile. */
export type Known<A extends string, M extends Method> = [Unknown<A, M>] extends [never]
  ? unknown
  : { readonly notInTheDocument: Unknown<A, M> };

type Json<C> = C extends { readonly content: { readonly 'application/json': infer Body } } ? Body : never;

/** What is answered at an address when all is well. Results of actions are those of the public interface. */
export type Answer<
  A extends string,
  M extends Method = 'GET',
> = A extends `${string}/actions/${infer Id extends ActionId}/execute`
  ? { readonly result: ActionResult<Id> }
  : OperationAt<A, M> extends { readonly responses: infer R }
    ? Json<R[keyof R & (200 | 201 | 202)]>
    : never;

/** The body that is sent to an address. Inputs of actions are those of the public interface, where the action is known. */
export type Body<A extends string, M extends Method> = A extends `${string}/actions/${infer Id}/${'execute' | 'quote'}`
  ? Id extends ActionId
    ? ActionInput<Id> & { readonly quotedCredits?: number }
    : Readonly<Record<string, unknown>>
  : OperationAt<A, M> extends { readonly requestBody?: infer B }
    ? Json<NonNullable<B>>
    : Record<string, never>;

/** The body as an option, which may be left out where it may be empty. */
export type Sent<A extends string, M extends Method> =
  Record<never, never> extends Body<A, M> ? { readonly body?: Body<A, M> } : { readonly body: Body<A, M> };
