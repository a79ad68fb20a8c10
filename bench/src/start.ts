import { Agent } from 'node:http';
import { onDemo, post, processorMilliseconds, serve, startService } from './demoService.ts';
import type { Report } from './goals/figures.ts';
import { percentile } from './percentile.ts';

const STARTS = 7;

interface Start {
  readonly listening: number;
  readonly firstAnswer: number;
  readonly processor: number;
}

/** Milliseconds from the command that starts a service, on a home that is there, to its first answers. */
export function start(root: string): Promise<Report> {
  return onDemo(root, async ({ root, home, place, busy }) => {
    const input = { origins: [place], bandSeconds: [900] };
    const { secret, quotedCredits } = await serve({ root, home, place, busy }, 1, {}, 'embedded', async (served) => {
      const secret = served.secrets[0]!;
      return { secret, ...(await ask(served.url, secret, 'quote', input)) };
    });
    const starts: Start[] = [];
    for (let i = 0; i < STARTS; i++) {
      const begun = performance.now();
      const service = await startService(root, home, {});
      const { status } = await fetch(new URL('/healthz', service.url));
      const listening = performance.now() - begun;
      await ask(service.url, secret, 'execute', { ...input, quotedCredits });
      const firstAnswer = performance.now() - begun;
      starts.push({ listening, firstAnswer, processor: await processorMilliseconds(service.pid) });
      await service.stop();
      if (status !== 200) throw new Error(`/healthz answered ${status}`);
    }
    const figure = (of: keyof Start, share: number) =>
      percentile(
        starts.map((one) => one[of]),
        share,
      );
    const row = (what: string, of: keyof Start) =>
      `| ${what} | ${[figure(of, 0), figure(of, 0.5), figure(of, 1)].map((ms) => (ms / 1000).toFixed(2)).join(' | ')} |`;
    const text = [
      `\`hinterland serve\` on a home with the demo territory and its embedded database, ${STARTS} starts of a new process, seconds from the`,
      'command. Listening: `/healthz` has answered. First charged answer: an isochrone of 15 minutes by car with its polygon has,',
      'asked next. Processor time is that of all threads of the process until then.',
      `Before the start, the machine's load average was ${busy}.`,
      '',
      '| until | least | median | most |',
      '|---|--:|--:|--:|',
      row('listening', 'listening'),
      row('first charged answer', 'firstAnswer'),
      row('first charged answer, processor time', 'processor'),
    ].join('\n');
    return {
      text,
      figures: {
        'start of the service': { values: [figure('listening', 0.5) / 1000, figure('firstAnswer', 0.5) / 1000] },
      },
    };
  });
}

async function ask(url: URL, secret: string, verb: string, input: object) {
  const agent = new Agent();
  const { status, text } = await post(
    url,
    agent,
    `/api/v1/actions/analysis.isochrone/${verb}`,
    secret,
    JSON.stringify(input),
  );
  if (status !== 200) throw new Error(`${verb} answered ${status}: ${text}`);
  return JSON.parse(text) as { readonly quotedCredits: number };
}
