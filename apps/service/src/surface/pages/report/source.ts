import type { Brand } from '../../../organizations/identity/brand.ts';
import type { Caveats } from '../../../work/territories/data/caveats.ts';
import type { GroundTile } from '../../../work/tiles/ground.ts';

/** Sizes of paper that a report is laid out for. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** A source of the data that a run was computed on. */
export interface DataSource {
  readonly family: string;
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
}

/** What was asked and answered, and the area that it was asked about, as JSON texts. */
export interface ReportTexts {
  readonly results: string;
  readonly input: string;
  /** Result of the action that draws areas; null where the question has no area. */
  readonly area: string | null;
}

/** Everything that a report is written from: the same source gives the same bytes. */
export interface ReportSource extends ReportTexts {
  readonly name: string;
  readonly owner: string;
  readonly organization: string;
  readonly actionId: string;
  readonly actionTitle: string;
  readonly versionNo: number | null;
  /** Instant in ISO 8601. */
  readonly createdAt: string;
  /** The town of the first place asked about; null where it is not known. */
  readonly town: string | null;
  /** Versions of the data by family. */
  readonly dataVersion: Readonly<Record<string, string>>;
  /** What lies behind the data: tiles of the map, uncompressed. */
  readonly tiles: readonly GroundTile[];
  /** Sources of the map and of the data. */
  readonly sources: readonly DataSource[];
  /** What weakens the figures. */
  readonly caveats: Caveats;
  readonly paper: Paper;
  readonly brand: Brand;
  readonly language: string;
}
