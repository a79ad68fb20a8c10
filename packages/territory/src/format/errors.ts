/** A bundle, a file of it or a request to write one that cannot be used; the message names the place and the remedy. */
export class BundleError extends Error {
  /** Path relative to the bundle, with table and column if known. */
  readonly place: string;
  readonly problem: string;
  readonly remedy: string;

  constructor(place: string, problem: string, remedy: string, cause?: unknown) {
    super(`${place}: ${problem} ${remedy}`, cause === undefined ? undefined : { cause });
    this.name = 'BundleError';
    this.place = place;
    this.problem = problem;
    this.remedy = remedy;
  }
}
