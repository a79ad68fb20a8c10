import { gunzipSync } from 'node:zlib';
import { type Answer, json, pathBelow } from '../../kit/http/answer.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { pathText, text } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { Tiles } from './service.ts';
import { requireViewer, type ViewerSettings } from './viewer.ts';

export interface TileSettings extends ViewerSettings {
  readonly tiles: Tiles;
  readonly baseUrl: () => string;
}

const share = text('Code of an analysis whose link is open to anyone, for those who are not signed in');
const territory = pathText('Id of the territory');
const version = pathText('`tilesVersion` of its description');
const place = { territory, version, z: pathText(), x: pathText(), y: pathText() };

/** Tiles of the territories in force, for those who are signed in and on shared pages. They may change with the pages. */
export const tileRoutes = (settings: TileSettings): readonly Route[] => {
  const { tiles } = settings;
  const pathOf = (path: string) => pathBelow(settings.baseUrl(), path);
  const queryOf = (code: string | undefined) => (code === undefined ? '' : `?share=${encodeURIComponent(code)}`);
  return [
    route({
      method: 'GET',
      path: '/tiles',
      access: 'site',
      query: { share },
      problems: ['not_signed_in'],
      respond: async ({ query, exchange }) => {
        await requireViewer(settings, exchange, query.share);
        return json({ territories: await tiles.list(pathOf, queryOf(query.share)) });
      },
    }),
    route({
      method: 'GET',
      path: '/tiles/:territory',
      access: 'site',
      parameters: { territory },
      query: { share },
      problems: ['not_signed_in'],
      respond: async ({ parameters, query, exchange }) => {
        await requireViewer(settings, exchange, query.share);
        return json(await tiles.describe(parameters.territory, pathOf, queryOf(query.share)));
      },
    }),
    route({
      method: 'GET',
      path: '/tiles/:territory/:version/:z/:x/:y',
      access: 'site',
      parameters: place,
      query: { share },
      problems: ['not_signed_in'],
      respond: async ({ parameters, query, exchange }) => {
        const viewing = await requireViewer(settings, exchange, query.share);
        const { territory: id, version: name, z, x, y } = parameters;
        const address = { z: whole(z), x: whole(x), y: whole(y) };
        const etag = `"${name}/${z}/${x}/${y}"`;
        return unchanging(exchange, etag, 'application/vnd.mapbox-vector-tile', () =>
          tiles.tile(id, name, address, viewing),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/tiles/:territory/:version/areas/:code',
      access: 'site',
      parameters: { territory, version, code: pathText('Code of an area, as actions take it') },
      query: { share },
      problems: ['not_signed_in'],
      respond: async ({ parameters, query, exchange }) => {
        const viewing = await requireViewer(settings, exchange, query.share);
        const { territory: id, version: name, code } = parameters;
        const etag = `"${name}/areas/${encodeURIComponent(code)}"`;
        return unchanging(exchange, etag, 'application/geo+json', () => tiles.area(id, name, code, viewing));
      },
    }),
  ];
};

/** NaN where it is not written as a whole number is. */
const whole = (digits: string): number => (/^(0|[1-9]\d{0,5})$/.test(digits) ? Number(digits) : Number.NaN);

/** Answers with what never changes at its address, compressed; only the browser of the viewer keeps it. */
async function unchanging(
  exchange: Exchange,
  etag: string,
  type: string,
  gzipped: () => Promise<Uint8Array>,
): Promise<Answer> {
  const body = await gzipped();
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  };
  if (exchange.header('if-none-match')?.split(/,\s*/).includes(etag)) return { status: 304, headers, body: null };
  if (!/\bgzip\b/.test(exchange.header('accept-encoding') ?? '')) {
    return { headers: { ...headers, 'Content-Type': type }, body: gunzipSync(body) };
  }
  return { headers: { ...headers, 'Content-Type': type, 'Content-Encoding': 'gzip' }, body };
}
