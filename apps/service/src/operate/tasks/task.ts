/** Regular work. It may be done twice, or begin anew after it was broken off, without harm. */
export interface RegularTask {
  /** Its name in the table regular_task. */
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<unknown>;
}
