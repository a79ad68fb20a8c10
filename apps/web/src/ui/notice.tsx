import { statementOf } from '@hinterland/answers/words';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Offline, Problem } from '../api/request.ts';
import { useText } from '../text/index.ts';
import { Sentence } from '../text/sentences.tsx';
import { isMissingFile } from './missingFile.ts';
import { SignInAgain } from './signInAgain.tsx';

const ICONS = { info: Info, good: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;

export function Notice({ kind = 'info', children }: { kind?: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <div className="notice" data-kind={kind}>
      <Icon size={18} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** An error and the next step, read aloud at once; the way to sign in where the session has ended. Has the problem's code for tests from outside. */
export function ErrorNotice({ error }: { error: unknown }) {
  const { say } = useText();
  if (error === null || error === undefined) return null;
  const code = error instanceof Problem ? error.code : error instanceof Offline ? 'offline' : 'unexpected';
  const text = code === 'offline' ? 'error.offline' : isMissingFile(error) ? 'failed.file' : 'error.unexpected';
  const sentence =
    error instanceof Problem ? (
      <Sentence title={`${error.body.title}`} statement={statementOf(error.fields[0] ?? error.body, 'detail')}>
        {error.fields[0]?.detail ?? error.message}
      </Sentence>
    ) : (
      say(text)
    );
  return (
    <div role="alert" data-error={code}>
      <Notice kind="error">
        {code === 'not_signed_in' ? (
          <div className="stack-tight">
            <p>{sentence}</p>
            <p>
              <SignInAgain />
            </p>
          </div>
        ) : (
          sentence
        )}
      </Notice>
    </div>
  );
}
