/** Why a catchment cannot be computed; the action layer turns these into problems of the contract. */
export type CatchmentErrorCode =
  | 'origins_empty'
  | 'origins_too_many'
  | 'origin_invalid'
  | 'outside_coverage'
  | 'snap_too_far'
  | 'limits_empty'
  | 'limits_too_many'
  | 'limits_not_ascending'
  | 'limit_invalid'
  | 'snap_limit_invalid'
  | 'mode_unavailable'
  | 'transit_unavailable'
  | 'no_service'
  | 'window_empty';

/** A question that cannot be answered. The message names the place in the query and the next step. */
export class CatchmentError extends Error {
  readonly code: CatchmentErrorCode;

  constructor(code: CatchmentErrorCode, message: string) {
    super(message);
    this.name = 'CatchmentError';
    this.code = code;
  }
}

/** An origin lies outside the box of the territory. */
export class OutsideCoverageError extends CatchmentError {
  /** Position in `origins`. */
  readonly originIndex: number;
  /** Whether the two numbers, swapped, lie inside. */
  readonly looksSwapped: boolean;

  constructor(originIndex: number, looksSwapped: boolean, message: string) {
    super('outside_coverage', message);
    this.name = 'OutsideCoverageError';
    this.originIndex = originIndex;
    this.looksSwapped = looksSwapped;
  }
}

/** No usable road is near enough to an origin. */
export class SnapError extends CatchmentError {
  /** Position in `origins`. */
  readonly originIndex: number;
  /** Distance to the nearest usable road; Infinity where the territory has none for the mode. */
  readonly distanceMeters: number;
  readonly limitMeters: number;

  constructor(originIndex: number, distanceMeters: number, limitMeters: number, message: string) {
    super('snap_too_far', message);
    this.name = 'SnapError';
    this.originIndex = originIndex;
    this.distanceMeters = distanceMeters;
    this.limitMeters = limitMeters;
  }
}
