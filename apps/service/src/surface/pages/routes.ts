import type { Route } from '../v1.ts';
import { analysisPage } from './analysisPage.ts';
import { assetFile } from './assets.ts';
import { developersPage, documentPage, imageFile, singlePage } from './developers.ts';
import { FOLDERS, SINGLE } from './documents.ts';
import { favicon } from './layout.ts';
import { problemIndex, problemPage } from './problemPages.ts';
import { referenceGroupPage, referencePage } from './reference/pages.ts';

const publicPage = (path: string, answer: Route['answer']): Route => ({
  method: 'GET',
  path,
  access: 'public',
  answer,
});

/** A page that no other site embeds or reads, or whose answer depends on who is signed in. */
const ownPage = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path, access: 'session', answer });

/** Pages for people. */
export const pageRoutes: readonly Route[] = [
  publicPage('/favicon.svg', async () => favicon()),
  publicPage('/assets/:name', async (_parts, exchange) =>
    assetFile(exchange.parameter('name'), exchange.header('accept-encoding')),
  ),
  publicPage('/developers', async ({ actions }) => developersPage(actions)),
  publicPage('/developers/reference', async ({ pages, actions }) => referencePage(pages.document(), actions)),
  publicPage('/developers/reference/:name', async ({ pages, baseUrl }, exchange) =>
    referenceGroupPage(pages.document(), exchange.parameter('name'), baseUrl()),
  ),
  publicPage('/developers/images/:name', async (_parts, exchange) => imageFile(exchange.parameter('name'))),
  ...FOLDERS.flatMap((folder) => [
    publicPage(`/developers/${folder}`, async ({ baseUrl }) => documentPage(folder, undefined, baseUrl())),
    publicPage(`/developers/${folder}/:name`, async ({ baseUrl }, exchange) =>
      documentPage(folder, exchange.parameter('name'), baseUrl()),
    ),
  ]),
  ...(Object.keys(SINGLE) as (keyof typeof SINGLE)[]).map((name) =>
    publicPage(`/developers/${name}`, async ({ baseUrl }) => singlePage(name, baseUrl())),
  ),
  // The address that deliveries name.
  publicPage('/developers/webhooks', async ({ baseUrl }) => documentPage('guides', 'webhooks', baseUrl())),
  publicPage('/problems', async () => problemIndex()),
  publicPage('/problems/:code', async (_parts, exchange) => problemPage(exchange.parameter('code'))),
  // The address that an analysis has.
  ownPage('/a/:code', analysisPage),
];
