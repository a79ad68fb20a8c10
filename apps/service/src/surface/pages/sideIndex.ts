import { type Folder, listDocuments } from './documents.ts';
import { attribute, type Html, html } from './html.ts';

export const FOLDER_TITLES: Readonly<Record<Folder, { readonly title: string; readonly about: string }>> = {
  tutorials: {
    title: 'Tutorials',
    about: 'Ten minutes each, on the demo territory: a question from a list to a decision.',
  },
  guides: { title: 'Guides', about: 'Short, with samples that run against the demo territory as they stand.' },
  methods: { title: 'Methods', about: 'How every figure comes about: formula, source, limits and a worked example.' },
  data: { title: 'Data sources', about: 'Where territories get roads, addresses, boundaries, tables and stores from.' },
  decisions: { title: 'Decisions', about: 'What holds today and why, by subject, and what was refused.' },
};

interface Entry {
  readonly address: string;
  readonly title: string;
}

/** Pages under a title. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/**
 * Returns the list of pages for developers: the sections of the place one is in, then guides and background. `inner` are
 * the sections of a place that is not a folder of documents.
 */
export async function developersIndex(current: string | null, inner: readonly Section[] = []): Promise<Html> {
  const lists = await listDocuments();
  const folders = ['methods', 'data', 'decisions'] as const;
  const isOpened = (folder: Folder) => current?.startsWith(`/developers/${folder}`) ?? false;
  const opened = folders.filter(isOpened).map((folder) => ({
    title: FOLDER_TITLES[folder].title,
    entries: [{ address: `/developers/${folder}`, title: 'All' }, ...lists[folder]],
  }));
  const sections: readonly Section[] = [
    ...inner,
    ...opened,
    { title: 'Tutorials', entries: lists.tutorials },
    { title: 'Guides', entries: lists.guides },
    {
      title: 'Background',
      entries: [
        ...folders
          .filter((folder) => !isOpened(folder))
          .map((folder) => ({ address: `/developers/${folder}`, title: FOLDER_TITLES[folder].title })),
        { address: '/developers/contract', title: 'Contract' },
        { address: '/developers/benchmarks', title: 'Benchmarks' },
        { address: '/developers/compare', title: 'How we compare' },
        { address: '/developers/glossary', title: 'Glossary' },
        { address: '/problems', title: 'Errors' },
        { address: '/developers/changelog', title: 'Changelog' },
      ],
    },
  ];
  const list = (entries: readonly Entry[]): Html =>
    html`<ul>${entries.map(
      ({ address, title }) =>
        html`<li><a href="${address}"${attribute('aria-current', address === current && 'page')}>${title}</a></li>`,
    )}</ul>`;
  const top = [
    { address: '/developers', title: 'Overview' },
    { address: '/developers/reference', title: 'Reference' },
  ];
  return html`${list(top)}\n${sections.map(({ title, entries }) => html`<h2>${title}</h2>${list(entries)}\n`)}`;
}
