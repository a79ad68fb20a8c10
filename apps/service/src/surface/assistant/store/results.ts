import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';

/** A result that the model was shown, as it was shown. */
export interface ShownResult {
  readonly tool: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly analysis: string | null;
  readonly version: number | null;
}

/** Stores a result under the next number of its conversation, and returns the number. */
export async function insertResult(db: Db, conversationId: string, shown: ShownResult): Promise<number> {
  const { rows } = await sql<{ no: number }>`
    with numbered as (
      update conversation set last_result = last_result + 1 where id = ${conversationId} returning last_result
    )
    insert into conversation_result (conversation_id, no, tool, input, result, analysis_code, version_no)
    select ${conversationId}::text, last_result, ${shown.tool}::text, ${JSON.stringify(shown.input)}::json,
      ${JSON.stringify(shown.result)}::json, ${shown.analysis}::text, ${shown.version}::integer
    from numbered returning no`.execute(db);
  return rows[0]?.no ?? 0;
}

/** Results of a conversation by their names, r1 and so on. */
export async function readResults(db: Db, conversationId: string): Promise<Map<string, ShownResult>> {
  const { rows } = await sql<{
    no: number;
    tool: string;
    input: unknown;
    result: unknown;
    analysis_code: string | null;
    version_no: number | null;
  }>`
    select no, tool, input, result, analysis_code, version_no from conversation_result
    where conversation_id = ${conversationId} order by no`.execute(db);
  return new Map(
    rows.map(({ no, tool, input, result, analysis_code: analysis, version_no: version }) => [
      nameOfResult(no),
      { tool, input, result, analysis, version },
    ]),
  );
}

export const nameOfResult = (no: number): string => `r${no}`;
