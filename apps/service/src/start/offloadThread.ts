/** Entry of the thread for large bodies and results: parses, validates and writes pages, one task at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Action } from '@hinterland/actions';
import type { RowsTable } from '@hinterland/answers/parquet';
import { isObject, readJson } from '../kit/json.ts';
import type {
  FromOffloadThread,
  OffloadedProblem,
  OffloadTask,
  OffloadThreadSettings,
  RefusedMessage,
  ToOffloadThread,
} from '../kit/offload/protocol.ts';
import { ProblemError } from '../kit/problem.ts';
import { yieldToOthers } from '../kit/yieldToOthers.ts';
import { isCalled } from '../surface/mcp/toolName.ts';
import { type ExportSource, exportBytes } from '../surface/pages/exports/write.ts';
import { reportDocument, reportParts } from '../surface/pages/report/document.ts';
import { boxOfReport } from '../surface/pages/report/map.ts';
import type { ReportSource, ReportTexts } from '../surface/pages/report/source.ts';
import { namesDatasets } from '../work/runs/namedDatasets.ts';
import { parseRequest } from '../work/runs/request.ts';

const port = parentPort as NonNullable<typeof parentPort>;
yieldToOthers();
const { registry } = workerData as OffloadThreadSettings;

type Actions = readonly Action[];

// Programs of threads do not await at the top level: see threadProgram.ts.
void import(registry).then(({ actions: always, storeActions = [] }: { actions: Actions; storeActions?: Actions }) => {
  const actions = [...always, ...storeActions];
  port.on('message', async ({ id, task }: ToOffloadThread) => port.postMessage(await answer(actions, id, task)));
});

async function answer(actions: Actions, id: number, task: OffloadTask): Promise<FromOffloadThread> {
  try {
    return { id, value: await perform(actions, task) };
  } catch (error) {
    if (!(error instanceof ProblemError)) return { id, failure: String((error as Error).stack ?? error) };
    return { id, problem: problemOf(error) };
  }
}

const problemOf = ({ code, message: detail, fields, headers }: ProblemError): OffloadedProblem => ({
  code,
  detail,
  fields,
  headers,
});

function perform(actions: Actions, task: OffloadTask): unknown {
  if (task.kind === 'rows') return writeRows(task.source as RowsTable);
  if (task.kind === 'export') return exportBytes(task.source as ExportSource);
  if (task.kind === 'report') {
    if (task.part === 'box') return boxOfReport(task.source as ReportTexts);
    return (task.part === 'parts' ? reportParts : reportDocument)(task.source as ReportSource);
  }
  const body = readJson(task.bytes);
  if (task.kind === 'check') return null;
  if (task.kind === 'message') return refusedMessage(actions, body);
  const action = actions.find(({ id }) => id === task.actionId);
  if (action === undefined) throw new Error(`the registry of the thread has no action ${task.actionId}`);
  if (namesDatasets(action, body)) return null;
  return parseRequest(action, { body, rows: {}, datasets: [], named: {}, warnings: [] }, task.idempotencyHeader);
}

async function writeRows(table: RowsTable): Promise<Uint8Array> {
  const { rowsParquet } = await import('@hinterland/answers/parquet');
  return rowsParquet(table);
}

/** Checks the arguments of a tool call as the call itself will. */
function refusedMessage(actions: Actions, message: unknown): RefusedMessage | null {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return null;
  const { name, arguments: given } = message.params;
  const action = actions.find(({ id }) => isCalled(id, name));
  if (action === undefined || !isObject(given) || namesDatasets(action, given)) return null;
  const { analysisId: _, ...body } = given;
  try {
    parseRequest(action, { body, rows: {}, datasets: [], named: {}, warnings: [] }, undefined);
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { message: { ...message, params: { ...message.params, arguments: {} } }, problem: problemOf(error) };
  }
}
