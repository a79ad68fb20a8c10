import { FetchFault } from '../fetch/fetchFault.ts';
import { type FetchOptions, fetchFiles } from '../fetch/fetchFiles.ts';
import type { LockedFile } from '../fetch/lock.ts';
import { extraFiles, type Plan } from './plan.ts';
import { incomeFiles } from './spendOfPlace.ts';

/** Addresses of the files that a territory can do without. */
export const furtherUrls = ({ people, spend }: Plan): ReadonlySet<string> =>
  new Set([...extraFiles(people), ...incomeFiles(spend)].map(({ url }) => url));

/**
 * Fetches files that only add to what is known: who people are, and incomes. A server without its file costs a note: the topics are left
 * out, or everybody spends the national mean.
 */
export async function fetchFurther(
  { people, spend }: Plan,
  options: FetchOptions,
  noted: (text: string) => void = () => {},
): Promise<LockedFile[]> {
  const further = [
    ...extraFiles(people).map((file) => ({ files: [file], without: 'Some topics of who people are will be left out' })),
    ...spend.sources.map((one) => ({
      files: incomeFiles({ sources: [one] }),
      without: 'Everybody spends the national mean',
    })),
  ];
  const fetched: LockedFile[] = [];
  for (const { files, without } of further) {
    try {
      // Incomes are of no use without the areas that they are of, nor these without incomes.
      for (const file of files) fetched.push(...(await fetchFiles([file], options)));
    } catch (error) {
      if (!(error instanceof FetchFault)) throw error;
      noted(`${without}: ${error.message}`);
    }
  }
  return fetched;
}
