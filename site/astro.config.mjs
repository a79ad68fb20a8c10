import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

const folder = (label, directory, collapsed = true) => ({ label, collapsed, autogenerate: { directory } });

export default defineConfig({
  integrations: [
    starlight({
      title: 'Hinterland',
      description: 'Open, self-hosted geomarketing analysis',
      pagination: false,
      sidebar: [
        { label: 'How we compare', slug: 'compare' },
        folder('Tutorials', 'tutorials', false),
        folder('Guides', 'guides', false),
        folder('Methods', 'methods'),
        folder('Data', 'data'),
        folder('Operation', 'operation'),
        folder('Errors', 'problems'),
        { label: 'Benchmarks', slug: 'benchmarks' },
        { label: 'Glossary', slug: 'glossary' },
        { label: 'Changelog', slug: 'changelog' },
        { label: 'Decisions', slug: 'decisions' },
      ],
    }),
  ],
});
