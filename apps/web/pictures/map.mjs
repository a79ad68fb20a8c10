// Draws the map of a bundle in Chromium: node apps/web/pictures/map.mjs BUNDLE OUT [LNG,LAT] [ZOOM …]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTerritory } from '@hinterland/territory';
import { LAYERS, MAX_ZOOM, tileOf } from '@hinterland/tiles';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const [bundle, out, place, ...zooms] = process.argv.slice(2);
const territory = await loadTerritory(bundle);
const { id, center, bbox } = territory.manifest;
const [lng, lat] = place?.split(',').map(Number) ?? [center.lng, center.lat];

const description = {
  tiles: ['/tiles/{z}/{x}/{y}'],
  bounds: [bbox.west - 4, bbox.south - 4, bbox.east + 4, bbox.north + 4],
  minzoom: 0,
  maxzoom: MAX_ZOOM,
  attribution: territory.descriptors.territory.sources.map(({ attribution }) => attribution).join(' · '),
  background: territory.backdrop === null ? 'none' : 'bundle',
  vector_layers: LAYERS.map(({ name }) => ({ id: name })),
};

const tiles = {
  name: 'tiles',
  configureServer(server) {
    server.middlewares.use('/tiles', (request, response) => {
      const [z, x, y] = request.url.split('/').slice(1).map(Number);
      if (y === undefined) {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(description));
      } else response.end(tileOf(territory, { z, x, y }));
    });
  },
};
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [tiles],
  server: { port: 0, host: '127.0.0.1' },
  logLevel: 'error',
});
await server.listen();
const { port } = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
await mkdir(out, { recursive: true });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${message.text()}\n`));
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`));
  for (const zoom of zooms.length > 0 ? zooms : ['8', '11', '14', '16']) {
    for (const theme of ['day', 'night']) {
      const query = new URLSearchParams({ lng, lat, zoom, theme });
      await page.goto(`http://127.0.0.1:${port}/pictures/map.html?${query}`);
      await page.waitForSelector('[data-map-state="idle"]', { timeout: 120_000 });
      const file = join(out, `${id}-z${zoom}-${theme}.png`);
      await page.screenshot({ path: file });
      process.stdout.write(`${file}\n`);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
