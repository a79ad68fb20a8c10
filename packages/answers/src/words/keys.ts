import type english from './texts/en.json';

type Key = keyof typeof english;
/** The name of a text that differs by number: `sentence.mix` for `sentence.mix_one` and `sentence.mix_other`. */
export type Counted<K extends string> = K extends `${infer Name}_other` ? Name : never;
export type TextKey = Key | Counted<Key>;
export type Texts = Readonly<Record<string, string>>;
