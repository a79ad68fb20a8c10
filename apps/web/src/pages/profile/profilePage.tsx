import { useState } from 'react';
import { useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Session } from '../../api/types.ts';
import { chooseLanguage, LANGUAGES, type Language, useText } from '../../text/index.ts';
import { NewPasswordField, PASSWORD_LENGTHS, PasswordField } from '../../ui/accountFields.tsx';
import { Select } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { chooseTheme, storedTheme, THEMES, type Theme } from '../../ui/theme.ts';
import { OwnAccount } from './ownAccount.tsx';
import { SecondFactor } from './secondFactor.tsx';
import { SessionList } from './sessionList.tsx';

export default function ProfilePage({ session }: { session: Session }) {
  const { say } = useText();
  return (
    <Page title={say('profile.title')} lead={`${session.user.name} · ${session.user.email}`}>
      <Appearance />
      <Password />
      <SecondFactor />
      <SessionList />
      <OwnAccount />
    </Page>
  );
}

function Appearance() {
  const { say, language } = useText();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  return (
    <Card title={say('profile.appearance')}>
      <div className="card-body stack">
        <Select
          label={say('profile.language')}
          choices={Object.entries(LANGUAGES).map(([id, name]) => ({ id: id as Language, name }))}
          value={language}
          onChange={(chosen) => void chooseLanguage(chosen)}
        />
        <Select
          label={say('profile.theme')}
          choices={THEMES.map((id) => ({ id, name: say(`theme.${id}`) }))}
          value={theme}
          onChange={(chosen) => {
            setTheme(chosen);
            chooseTheme(chosen);
          }}
        />
      </div>
    </Card>
  );
}

function Password() {
  const { say } = useText();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [isDone, setDone] = useState(false);
  const factor = useResource('/second-factor');
  return (
    <Card title={say('profile.password')}>
      <div className="card-body stack">
        {isDone && (
          <div role="status">
            <Notice kind="good">{say('reset.done')}</Notice>
          </div>
        )}
        <Form
          submit={say('reset.submit')}
          onSubmit={async () => {
            setDone(false);
            await request('/password', { method: 'PUT', body: { currentPassword, newPassword } });
            setCurrent('');
            setNew('');
            setDone(true);
          }}
        >
          {(errorOf) => (
            <>
              <PasswordField
                label={say('profile.currentPassword')}
                value={currentPassword}
                onChange={setCurrent}
                error={errorOf('currentPassword')}
              />
              <NewPasswordField
                value={newPassword}
                onChange={setNew}
                error={errorOf('newPassword')}
                least={factor.data?.isOn === true ? PASSWORD_LENGTHS.beside : PASSWORD_LENGTHS.alone}
              />
            </>
          )}
        </Form>
      </div>
    </Card>
  );
}
