/** Figures about this process, for operators. Each method is called where something has happened; none throws. */
export interface Metrics {
  /** A request was answered. */
  answered(request: AnsweredRequest): void;
  /** A line of the log of the level warn or above was written. */
  logged(level: string, event: string): void;
  /** A step of a call of an action has ended. */
  stepped(step: EndedStep): void;
  /** A task of an engine thread has ended. */
  computed(task: EndedTask): void;
  /** The assistant has come to the end of an answer, or to a card. */
  asked(answer: EndedAnswer): void;
  /** Spans of traces were sent to the collector, were not taken by it (failed), or found no room to wait for it (dropped). */
  traced(outcome: 'sent' | 'failed' | 'dropped', spans: number): void;
  /** A statement or transaction has got its connection to the database, or has given up waiting. */
  connected(waitedSeconds: number): void;
}

export interface AnsweredRequest {
  readonly method: string;
  /** Path of the route, with the names of its parameters; absent where there is none. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export interface EndedStep {
  readonly action: string;
  readonly step: string;
  /** `ok`, or the code of the problem. */
  readonly outcome: string;
  readonly seconds: number;
}

export interface EndedAnswer {
  /** `done`, `waiting`, or the code of what it ended with. */
  readonly outcome: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface EndedTask {
  readonly action: string;
  /** Class of the task in the queue. */
  readonly priority: string;
  /** Absent for work of no organization, such as tiles. */
  readonly organization: number | undefined;
  readonly waitedSeconds: number;
  readonly ranSeconds: number;
}

/** Of a process whose operator does not read figures. */
export const noMetrics: Metrics = {
  answered() {},
  logged() {},
  stepped() {},
  computed() {},
  asked() {},
  traced() {},
  connected() {},
};
