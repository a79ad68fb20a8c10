import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Writes the types that the web app calls the session surface by, from the routes as the service declares them. They are no part of the
// repository: the build makes them, and `npm run types`. With --absent, only where there are none.

const SCHEMA = new URL('src/api/schema.ts', import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'apps/service/dist/testPrograms';

/** Leaves the examples of bodies out: types have no use for them. */
const withoutExamples = (name, value) =>
  name === 'application/json' || name === 'application/problem+json' ? { schema: value.schema } : value;

if (!process.argv.includes('--absent') || !existsSync(SCHEMA)) {
  const run = (...args) => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
  run('bundle.mjs', FOLDER);
  const document = JSON.parse(run(`${FOLDER}/webDocument.js`), withoutExamples);
  const { default: openapiTypescript, astToString, COMMENT_HEADER } = await import('openapi-typescript');
  const types = await openapiTypescript(document, { defaultNonNullable: false, immutable: true });
  const text = `${COMMENT_HEADER}${astToString(types)}`;
  // What watches the file is not woken for nothing.
  if (!existsSync(SCHEMA) || readFileSync(SCHEMA, 'utf8') !== text) writeFileSync(SCHEMA, text);
}
