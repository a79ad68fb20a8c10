import { ImportError } from '../errors/importError.ts';

/** A place that a name may mean. */
export interface Candidate {
  /** A text that means this place alone. */
  readonly name: string;
  /** 0 where that is not known. */
  readonly population: number;
}

/** A name that several places have: which one is meant has to be said. */
export class Namesakes extends ImportError {
  readonly candidates: readonly Candidate[];

  constructor(message: string, candidates: readonly Candidate[]) {
    super(message);
    this.name = 'Namesakes';
    this.candidates = candidates;
  }
}
