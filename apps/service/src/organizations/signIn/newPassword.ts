import { said } from '@hinterland/answers/said';
import { invalid } from '../../kit/json.ts';
import { PASSWORD_ALONE_MIN_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './passwords.ts';

interface Circumstances {
  /** Place of the password in the body. */
  readonly pointer: string;
  /** Whether a second factor is asked for beside it. */
  readonly hasSecondFactor: boolean;
  /** Name and address of the user, which are guessed first. */
  readonly words: readonly string[];
}

/**
 * Throws validation_error for a password that is too short or easily guessed: NIST SP 800-63B asks for 15 characters
 * where it stands alone and 8 beside a second factor, and for a list of known ones. Passwords that are set keep working.
 */
export async function requireGoodPassword(
  password: string,
  { pointer, hasSecondFactor, words }: Circumstances,
): Promise<void> {
  const least = hasSecondFactor ? PASSWORD_MIN_CHARACTERS : PASSWORD_ALONE_MIN_CHARACTERS;
  if ([...password.normalize('NFKC')].length < least) {
    throw invalid(pointer, said(hasSecondFactor ? 'password_short' : 'password_words', { least }));
  }
  if (await isGuessed(password, words)) {
    throw invalid(pointer, said('common_password'));
  }
}

/** Returns whether a password is a known one, repeats few characters, or is a known word between digits and signs. */
export async function isGuessed(password: string, words: readonly string[]): Promise<boolean> {
  const known = await knownPasswords();
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const own = new Set(['hinterland', ...words.flatMap((word) => word.toLowerCase().split(/[\s@.]+/)), ...words]);
  if (new Set(plain).size < 5 || core === '') return true;
  return [plain, core, halfOf(core)].some((text) => known.has(text) || own.has(text));
}

/** The half of a text that is one text twice, else the text. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Some 50,000 passwords that leaked often, loaded at the first use. */
function knownPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return loading;
}
