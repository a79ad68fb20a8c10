import type { Action } from '@hinterland/actions';
import type { Answer } from '../../kit/http/answer.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { pathText } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { Json } from '../openapi/parts.ts';
import { type AnalysisPageSettings, analysisPage } from './analysisPage.ts';
import { assetFile } from './assets.ts';
import { developersPage, documentPage, imageFile, singlePage } from './developers.ts';
import { FOLDERS, SINGLE } from './documents.ts';
import { type ExportSettings, exportRoutes } from './exports/routes.ts';
import { favicon } from './layout.ts';
import { problemIndex, problemPage } from './problemPages.ts';
import type { Document } from './reference/document.ts';
import { referenceGroupPage, referencePage } from './reference/pages.ts';
import { type ReportPageSettings, reportPageRoutes } from './report/pageRoutes.ts';
import { embedPage } from './shared/embedPage.ts';

export interface PageSettings extends AnalysisPageSettings, ReportPageSettings, ExportSettings {
  readonly actions: readonly Action[];
  readonly baseUrl: () => string;
  /** The OpenAPI document. */
  readonly openApi: () => Json;
}

type Respond = (exchange: Exchange) => Answer | Promise<Answer>;

const publicPage = (path: string, respond: Respond): Route =>
  route({ method: 'GET', path, access: 'public', respond: ({ exchange }) => respond(exchange) });

/** A page for each value of the last part of its path. */
const publicPages = (path: string, respond: (name: string, exchange: Exchange) => Answer | Promise<Answer>): Route =>
  route({
    method: 'GET',
    path: `${path}/:name`,
    access: 'public',
    parameters: { name: pathText() },
    respond: ({ parameters, exchange }) => respond(parameters.name, exchange),
  });

/** Pages for people. */
export const pageRoutes = (settings: PageSettings): readonly Route[] => [
  publicPage('/favicon.svg', () => favicon()),
  publicPages('/assets', (name, exchange) => assetFile(name, exchange.header('accept-encoding'))),
  publicPage('/developers', () => developersPage(settings)),
  publicPage('/developers/reference', () => referencePage(documentOf(settings), settings.actions)),
  publicPages('/developers/reference', (name) => referenceGroupPage(documentOf(settings), name, settings.baseUrl())),
  publicPages('/developers/images', (name) => imageFile(name)),
  ...FOLDERS.flatMap((folder) => [
    publicPage(`/developers/${folder}`, () => documentPage(folder, undefined, settings.baseUrl())),
    publicPages(`/developers/${folder}`, (name) => documentPage(folder, name, settings.baseUrl())),
  ]),
  ...(Object.keys(SINGLE) as (keyof typeof SINGLE)[]).map((name) =>
    publicPage(`/developers/${name}`, () => singlePage(name, settings.baseUrl())),
  ),
  // The address that deliveries name.
  publicPage('/developers/webhooks', () => documentPage('guides', 'webhooks', settings.baseUrl())),
  publicPage('/problems', () => problemIndex()),
  publicPages('/problems', (code) => problemPage(code)),
  // No other site embeds or reads it.
  route({
    method: 'GET',
    path: '/a/:code',
    access: 'site',
    parameters: { code: pathText() },
    respond: ({ parameters, exchange }) => analysisPage(settings, exchange, parameters.code),
  }),
  ...reportPageRoutes(settings),
  ...exportRoutes(settings),
  route({
    method: 'GET',
    path: '/a/:code/embed',
    access: 'site',
    parameters: { code: pathText() },
    respond: ({ parameters, exchange }) => embedPage(settings, exchange, parameters.code),
  }),
];

const documentOf = ({ openApi }: PageSettings): Document => openApi() as unknown as Document;
