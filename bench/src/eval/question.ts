/** Questions of customers on the demo, and the right answer to each. */

export const KINDS = [
  'nearby',
  'spending',
  'room for another',
  'brands',
  'prices and rents',
  'network',
  'sites',
  'comparison',
  'addresses and areas',
  'asks back',
  'does not know',
  'refuses',
] as const;
export type Kind = (typeof KINDS)[number];

export type Input = Readonly<Record<string, unknown>>;

/** A call that answers a question. */
export interface ExpectedCall {
  readonly action: string;
  /** The members that count, with their values; places may be some meters away. Others are the model's to choose. */
  readonly input: Input;
}

/** The call is made, or bought by a click, and the answer shows figures of it. */
export interface Run extends ExpectedCall {
  readonly does: 'run';
  /**
   * Paths in the result, JSON pointers in which "code=income" picks the item of a list with that member. The values are
   * those of the API's answer to the same input. A text has to stand in the answer, a number as a figure.
   */
  readonly shows: readonly string[];
}

/** No call answers: the assistant asks for what is missing, or says that it does not know. */
export interface Words {
  readonly does: 'ask back' | 'not know';
}

/** Nothing is charged, and none of the words is said. A card may stand there, if it is that of the call. */
export interface Refuse {
  readonly does: 'refuse';
  readonly card?: ExpectedCall;
  readonly never: readonly string[];
}

export interface Question {
  readonly id: string;
  readonly kind: Kind;
  readonly language: 'en' | 'de' | 'fr' | 'it' | 'es';
  readonly text: string;
  /** Places that the person has open. */
  readonly looking?: { readonly places: readonly { label: string; lat: number; lng: number }[] };
  readonly expected: Run | Words | Refuse;
}
