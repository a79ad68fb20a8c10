import '../styles/studio.css';
import '../styles/studioAnswer.css';
import '../styles/studioPictures.css';
import '../styles/studioSearch.css';
import '../styles/studioSteps.css';
import '../styles/studioTwin.css';
import './states.css';
import { useState } from 'react';
import { chooseLanguage, LANGUAGES, useText } from '../text/index.ts';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { applyTheme, storedTheme, THEMES } from '../ui/theme.ts';
import { ActionFields } from './actionFields.tsx';
import { Answers } from './answers.tsx';
import { Buttons } from './buttons.tsx';
import { Charts } from './charts.tsx';
import { Fields } from './fields.tsx';
import { Notices } from './notices.tsx';
import { Overlays } from './overlays.tsx';
import { Tables } from './tables.tsx';

/** Every component of the kit in its states, under `npm run dev` alone. */
export default function StatesPage() {
  const { language } = useText();
  const [theme, setTheme] = useState(storedTheme);
  return (
    <Page
      title="States of components"
      lead="Under npm run dev alone. Texts of examples are English; those of components follow the language."
      action={
        <div className="row">
          <Segments
            label="Theme"
            choices={THEMES.map((id) => ({ id, name: id }))}
            value={theme}
            onChange={(next) => {
              setTheme(next);
              applyTheme(next);
            }}
          />
          <Segments
            label="Language"
            choices={Object.keys(LANGUAGES).map((id) => ({ id, name: id }))}
            value={language}
            onChange={(next) => void chooseLanguage(next, false)}
          />
        </div>
      }
    >
      <Buttons />
      <Fields />
      <ActionFields />
      <Notices />
      <Tables />
      <Charts />
      <Overlays />
      <Answers />
    </Page>
  );
}
