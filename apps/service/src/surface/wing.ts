import { LIMITS } from '@hinterland/contract';
import type { Engine } from '../engine/engine.ts';
import type { Kit } from '../kit/kit.ts';
import type { openOrganizations } from '../organizations/wing.ts';
import type { openWebhooks } from '../webhooks/wing.ts';
import { fileRoutes } from '../work/bulk/routes.ts';
import { tileRoutes } from '../work/tiles/routes.ts';
import type { openWork } from '../work/wing.ts';
import { appRoutes } from './app/routes.ts';
import type { LlmConfig } from './assistant/model/settings.ts';
import { makeAssistant } from './assistant/service.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openApiDocument } from './openapi/document.ts';
import { makePrinter } from './pages/report/pdf.ts';
import { makeProjectReports } from './pages/report/projectReports.ts';
import { makeReports } from './pages/report/service.ts';
import { pageRoutes } from './pages/routes.ts';
import { makeReadiness, statusRoutes } from './status.ts';
import { v1 } from './v1.ts';
import { web } from './web.ts';

export interface SurfaceWingSettings {
  readonly chromiumPath: string | undefined;
  /** Whether strangers have a front page. */
  readonly frontPage: boolean;
  /** Credits that a new organization begins with. */
  readonly startingCredits: number;
  readonly llm: LlmConfig | null;
  /** Patience with the language model. */
  readonly assistant: { readonly modelMilliseconds?: number; readonly silentMilliseconds?: number } | undefined;
}

type Organizations = ReturnType<typeof openOrganizations>;
type Work = ReturnType<typeof openWork>;
type Webhooks = ReturnType<typeof openWebhooks>;

/** Everything that callers reach: the interface, tools for agents, the web app and its pages, the assistant. */
export function openSurface(
  kit: Kit,
  engine: Engine,
  organizations: Organizations,
  { tiles, showcases, ...work }: Work,
  { webhooks }: Webhooks,
  settings: SurfaceWingSettings,
) {
  const { actions, baseUrl, pace } = kit;
  const territories = () => engine.territories.current;
  const reports = makeReports({ ...kit, engine, tiles });
  const projectReports = makeProjectReports({ ...kit, projects: work.projects, reports });
  const printer = makePrinter({
    chromiumPath: settings.chromiumPath,
    timeLimitMilliseconds: LIMITS.reportSeconds * 1000,
    waitingMax: LIMITS.reportsWaiting,
    othersWork: (party) => pace.othersWork(party),
  });
  const { credits, signIn, keyGate, checkoutOrigin } = organizations;
  const assistant = makeAssistant({ ...kit, ...work, credits, territories, llm: settings.llm, ...settings.assistant });
  const readiness = makeReadiness({ ...kit, engine });
  const openApi = madeOnce(() => openApiDocument(api, actions, baseUrl()));
  const shared = { ...kit, ...work, reports, projectReports, printer, webhooks };
  const api = v1({ ...shared, keys: keyGate, territories, openApi });
  return {
    readiness,
    tidyAssistant: assistant.tidy,
    routes: [
      ...api,
      ...mcpRoutes({ ...kit, ...work, keys: keyGate, credits, territories, tiles }),
      ...web({
        ...shared,
        ...organizations,
        assistant,
        engine,
        territories: engine.territories,
        showcases,
        pace,
        frontPage: settings.frontPage,
        startingCredits: settings.startingCredits,
      }),
      ...tileRoutes({ ...kit, signIn, tiles }),
      ...fileRoutes(work.jobFiles),
      ...appRoutes({ ...kit, checkoutOrigin }),
      ...organizations.routes,
      ...pageRoutes({ ...kit, signIn, openApi, checkoutOrigin, reports }),
      ...statusRoutes(readiness),
    ],
    loops: [assistant],
    close: () => printer.close(),
  };
}

/** At the first use: only then the service knows its address. */
function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
