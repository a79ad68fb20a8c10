/** Of a goal: one value per part, in the part's unit. */
export interface Figure {
  readonly values: readonly number[];
  /** Valhalla's value ÷ ours in the same run, where the goal is not a ratio itself and Valhalla does such work. */
  readonly ratio?: number;
}

/** What a bench found for goals, by their ids. */
export type Figures = Readonly<Partial<Record<GoalId, Figure>>>;

/** A section's text, Markdown, and what it says of goals. */
export interface Report {
  readonly text: string;
  readonly figures: Figures;
}

export const FRESH_ROWS = ['5', '15', '30', '60', '15, 30, 45, 60'] as const;
export type FreshRow = (typeof FRESH_ROWS)[number];
export type CallName = 'free call' | 'one place' | '1000 places';
export type DatabaseName = 'embedded' | 'PostgreSQL';

export type GoalId =
  | `fresh, ${FreshRow}`
  | 'fresh, calls 2 to 100'
  | 'dense, 15'
  | 'dense, 60'
  | 'memory after mixed calls'
  | 'plans'
  | 'ground'
  | 'start of the engine'
  | 'start of the service'
  | 'build'
  | 'memory of a box'
  | `http, ${CallName}, ${DatabaseName}`
  | `reads beside jobs, ${DatabaseName}`;
