/** Reason of an abort signal when the caller has closed the connection. */
export class CallerGone extends Error {
  constructor() {
    super('the caller is gone');
    this.name = 'CallerGone';
  }
}
