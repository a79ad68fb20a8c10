import { afterEach, expect, it, vi } from 'vitest';
import { Offline, Problem } from './request.ts';
import { type Moment, watch } from './watch.ts';

const address = '/organizations/1/actions/site.search/execute';
const options = { method: 'POST', body: { measure: 'population' } } as const;

/** Answers the next call with a stream of these pieces, wherever they are cut. */
function answerWith(pieces: readonly string[], contentType = 'text/event-stream; charset=utf-8'): void {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const piece of pieces) stream.enqueue(encoder.encode(piece));
      stream.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'Content-Type': contentType } })));
}
afterEach(() => vi.unstubAllGlobals());

const progress = 'event: progress\ndata: {"fraction":0.5,"soFar":{"places":[{"rank":1}]}}\n\n';

it('tells how far a run is, and returns the answer of the last event, however the bytes are cut', async () => {
  const text = `${progress}event: answer\ndata: {"result":{"places":["Zürich"]}}\n\n`;
  for (const cut of [1, 7, 40, text.length]) {
    answerWith(Array.from({ length: Math.ceil(text.length / cut) }, (_, i) => text.slice(cut * i, cut * (i + 1))));
    const moments: Moment[] = [];
    const { result } = await watch(address, options, (moment) => moments.push(moment));
    expect(result).toEqual({ places: ['Zürich'] });
    expect(moments).toEqual([{ fraction: 0.5, soFar: { places: [{ rank: 1 }] } }]);
  }
});

it('throws a refusal that comes within the stream', async () => {
  answerWith([progress, 'event: problem\ndata: {"status":503,"error":"service_unavailable","detail":"Later."}\n\n']);
  const error = await watch(address, options, () => {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Problem);
  expect(error).toMatchObject({ status: 503, code: 'service_unavailable', message: 'Later.' });
});

it('is offline where the stream ends without an answer', async () => {
  answerWith([progress]);
  await expect(watch(address, options, () => {})).rejects.toBeInstanceOf(Offline);
});

it('takes an answer that is no stream as it comes', async () => {
  answerWith(['{"result":{}}'], 'application/json');
  expect(await watch(address, options, () => {})).toEqual({ result: {} });
});
