import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

const HEAD = `# Benchmarks

Measured figures, each section by one bench (\`npm run bench\` names them), with machine and date.
`;

/** Puts a section in place of the one with the same title, or at the end of the page. Other sections stay as they are. */
export async function writeSection(path: string, title: string, text: string): Promise<void> {
  const page = existsSync(path) ? await readFile(path, 'utf8') : HEAD;
  const [head, ...sections] = page.split(/^(?=## )/m);
  const section = `## ${title}\n\n${text.trim()}\n`;
  const place = sections.findIndex((known) => known.startsWith(`## ${title}\n`));
  if (place === -1) sections.push(section);
  else sections[place] = section;
  await writeFile(path, `${[head, ...sections].map((part) => part!.trim()).join('\n\n')}\n`);
}
