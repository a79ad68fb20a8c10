import type { OrganizationPath } from '../api/address.ts';
import type { Say } from '../text/index.ts';
import type { Way } from './exportMenu.tsx';

/** The report of a stored run, as a page and as PDF on the paper of the reader. */
export function reportWays(say: Say, path: OrganizationPath, code: string, versionNo: number | null): readonly Way[] {
  const query = new URLSearchParams({ paper: paperOf(navigator.language) });
  if (versionNo !== null) query.set('version', String(versionNo));
  return [
    { id: 'report', name: say('export.report'), href: `/a/${code}/report?${query}`, isPage: true },
    {
      id: 'pdf',
      name: say('export.pdf'),
      href: `/web/v1${path}/analyses/${code}/report?format=pdf&${query}`,
      isPage: true,
    },
  ];
}

/** Countries that print on Letter. */
const LETTER = /-(US|CA|MX|CO|CL|PH|VE|CR|GT|PA|DO)\b/;

const paperOf = (language: string): 'a4' | 'letter' => (LETTER.test(language) ? 'letter' : 'a4');

/** The report of a project, which holds those of its answers. */
export function projectReportWays(say: Say, path: OrganizationPath, id: string, language: string): readonly Way[] {
  const query = new URLSearchParams({ paper: paperOf(navigator.language), language });
  const href = `/web/v1${path}/projects/${id}/report?${query}`;
  return [
    { id: 'report', name: say('export.report'), href, isPage: true },
    { id: 'pdf', name: say('export.pdf'), href: `${href}&format=pdf`, isPage: true },
  ];
}
