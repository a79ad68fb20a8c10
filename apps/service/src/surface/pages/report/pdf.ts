import { existsSync } from 'node:fs';
import { said } from '@hinterland/answers/said';
import type { Browser } from 'playwright-core';
import { FairTurns } from '../../../kit/fairness/fairTurns.ts';
import { type ProblemError, unavailable } from '../../../kit/problem.ts';

/** Prints documents that load nothing. */
export interface Printer {
  /** Returns a document as PDF, for a party that takes turns with others. Throws service_unavailable, and the reason of the signal while it waits. */
  print(document: string, party: string, signal: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface PrinterSettings {
  /** Path of Chromium; absent = the first of the usual places that has one. */
  readonly chromiumPath?: string | undefined;
  readonly timeLimitMilliseconds: number;
  /** Documents that may wait while another one is printed. */
  readonly waitingMax: number;
  /** Whether another party is at work: then one rests after a document. */
  readonly othersWork: (party: string) => boolean;
}

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser stays open for this long: the next report is often the same one on other paper. */
const IDLE_MILLISECONDS = 20_000;

/** The address that a document has while it is printed; nothing else is loaded. */
const ADDRESS = 'http://report.invalid/';

/**
 * Prints by a Chromium of the machine, one document at a time, in fair turns. A page runs no script and reaches no network; the browser
 * works in its sandbox, which it has for every user but root, and is closed when nothing was printed for a while.
 */
export function makePrinter({ chromiumPath, timeLimitMilliseconds, waitingMax, othersWork }: PrinterSettings): Printer {
  const turns = new FairTurns({ atOnce: 1, waitingMax, tooMany, rests: othersWork });
  let open = 0;
  let browser: Promise<Browser> | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(idle);
    const opened = browser;
    browser = null;
    await opened?.then((one) => one.close()).catch(() => {});
  }

  async function printed(document: string): Promise<Uint8Array> {
    browser ??= launch(chromiumPath);
    const opened = await browser;
    const context = await opened.newContext({ javaScriptEnabled: false, serviceWorkers: 'block' });
    try {
      await context.route('**/*', (route) =>
        route.request().url() === ADDRESS
          ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: document })
          : route.abort(),
      );
      const page = await context.newPage();
      await page.goto(ADDRESS);
      return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
    } finally {
      await context.close();
    }
  }

  return {
    async print(document, party, signal) {
      open++;
      clearTimeout(idle);
      try {
        return await turns.take(
          party,
          async () => {
            try {
              return await within(timeLimitMilliseconds, printed(document));
            } catch (error) {
              await close();
              throw error;
            }
          },
          signal,
        );
      } finally {
        open--;
        if (open === 0) idle = setTimeout(() => void close(), IDLE_MILLISECONDS).unref();
      }
    },
    close,
  };
}

async function launch(chromiumPath: string | undefined): Promise<Browser> {
  const executablePath = chromiumPath ?? USUAL_PLACES.find((path) => existsSync(path));
  if (executablePath === undefined || !existsSync(executablePath)) throw noChromium();
  const { chromium } = await import('playwright-core');
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium
    .launch({ executablePath, chromiumSandbox, args: ['--host-resolver-rules=MAP * ~NOTFOUND'] })
    .catch(() => {
      throw noChromium();
    });
}

const tooMany = () => unavailable(said('too_many_reports'), 5);

const noChromium = (): ProblemError =>
  unavailable(
    'This service has no Chromium that starts, so it cannot make PDF. Ask for format=html and print the page in a browser; the operator sets HINTERLAND_CHROMIUM_PATH.',
    3600,
  );

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(said('report_late'), 30)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
