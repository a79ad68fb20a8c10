import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startText } from './text/index.ts';
import { Boundary } from './ui/boundary.tsx';
import { watchMissingFiles } from './ui/missingFile.ts';
import { applyTheme, storedTheme } from './ui/theme.ts';

watchMissingFiles();
// Behind the page: it has nothing to keep before the first key, and without it the page works.
import('./ui/keepFocus.ts').then(
  ({ keepFocus }) => keepFocus(document),
  () => {},
);
applyTheme(storedTheme());
await startText();
createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <Boundary what="page">
      <App />
    </Boundary>
  </StrictMode>,
);
