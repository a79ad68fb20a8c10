// Writes the pages of the site from docs/, where they are read and tested: `src/content/docs` and `public` are made anew.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(SITE, '..');
const PAGES = join(SITE, 'src/content/docs');
/** Where files are that are no pages; null leaves their names without a link. */
const SOURCES = process.env.SITE_SOURCES ?? null;
/** Pages of the workshop. */
const LEFT_OUT = /^docs\/(style|security-review|changed-answers|contract)\.md$/;

const found = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return found(path);
    return path.endsWith('.md') && !LEFT_OUT.test(path) ? [path] : [];
  });
const pages = new Set([...found('docs'), 'CHANGELOG.md']);

/** Address of a page; its file in the site has the same name. */
const slugOf = (path) =>
  path === 'CHANGELOG.md'
    ? 'changelog'
    : path
        .replace(/^docs\//, '')
        .replace(/(^|\/)README\.md$/, '$1index.md')
        .replace(/\.md$/, '')
        .toLowerCase();
const addressOf = (path) => `/${slugOf(path).replace(/(^|\/)index$/, '$1')}/`.replace(/\/+/g, '/');

/** A link as the site has it: to a page, a picture, a file of the sources, or the text alone. */
function linked(from, whole, mark, text, target) {
  if (/^(https?:|mailto:|#)/.test(target)) return whole;
  // Addresses of a running service.
  if (target.startsWith('/')) return `${text} (\`${target}\` of a running service)`;
  const [path, anchor] = target.split('#');
  const to = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
  const page = [to, `${to}/README.md`].find((one) => pages.has(one));
  if (page !== undefined) return `${mark}[${text}](${addressOf(page)}${anchor === undefined ? '' : `#${anchor}`})`;
  if (to.startsWith('docs/images/')) return `${mark}[${text}](/${to.replace(/^docs\//, '')})`;
  if (/^docs\/benchmarks\/.*\.(json|svg)$/.test(to)) return `${mark}[${text}](/${to.replace(/^docs\//, '')})`;
  return SOURCES === null ? text : `${mark}[${text}](${SOURCES}/${to})`;
}

rmSync(PAGES, { recursive: true, force: true });
for (const path of pages) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const [heading, title] = /^# (.*)\n/m.exec(text) ?? ['', slugOf(path)];
  const body = text
    .replace(heading, '')
    .replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (whole, mark, words, target) =>
      linked(path, whole, mark, words, target),
    )
    .replace(/^```(\w+) (run|output)$/gm, '```$1');
  const file = join(PAGES, `${slugOf(path)}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `---\ntitle: ${JSON.stringify(title.replaceAll('`', ''))}\n---\n${body}`);
}
writeFileSync(join(PAGES, 'index.md'), readFileSync(join(SITE, 'index.md')));
rmSync(join(SITE, 'public'), { recursive: true, force: true });
mkdirSync(join(SITE, 'public'));
writeFileSync(
  join(SITE, 'public/favicon.svg'),
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0b6b5d"><circle cx="16" cy="16" r="15" fill-opacity=".25"/><circle cx="16" cy="16" r="10" fill-opacity=".45"/><circle cx="16" cy="16" r="5"/></svg>',
);
cpSync(join(ROOT, 'docs/images'), join(SITE, 'public/images'), { recursive: true });
cpSync(join(ROOT, 'docs/benchmarks'), join(SITE, 'public/benchmarks'), {
  recursive: true,
  filter: (from) => !from.endsWith('.md'),
});
