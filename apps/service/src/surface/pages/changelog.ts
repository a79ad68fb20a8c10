import { readFileSync } from 'node:fs';

const FILE = new URL('../../../../../CHANGELOG.md', import.meta.url);

/** A version with what it changed, each in one line of Markdown. */
interface Release {
  readonly version: string;
  readonly changes: readonly string[];
}

/** The entries of a changelog, in its order. */
function releasesOf(markdown: string): readonly Release[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [version = '', ...lines] = section.split('\n');
      // Headings within a version lead people, and are no change.
      const items = lines
        .filter((line) => !line.startsWith('### '))
        .join('\n')
        .split(/^- /m)
        .slice(1);
      return { version: version.trim(), changes: items.map((item) => item.trim().replace(/\s*\n\s*/g, ' ')) };
    });
}

/** The OpenAPI document as it is served: with the changelog for programs, which the committed one leaves to its file. */
export function withChangelog(document: Record<string, unknown>): Record<string, unknown> {
  const info = { ...(document.info as object), 'x-changelog': releasesOf(readFileSync(FILE, 'utf8')) };
  return { ...document, info };
}
