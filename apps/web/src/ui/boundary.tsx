import { Component, type ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';
import { isMissingFile, reloadFor, wasReloadedFor } from './missingFile.ts';
import { Notice } from './notice.tsx';
import { Page } from './page.tsx';

interface BoundaryProps {
  /** What is shown below: the whole page, the map, a part of the page such as a dialog, or an answer. */
  readonly what: 'page' | 'map' | 'part' | 'answer';
  /** What is known about the charge, and where the answer is; the ledger where absent. */
  readonly known?: ReactNode;
  /** Draws again when it changes. */
  readonly resetOn?: unknown;
  readonly children: ReactNode;
}

interface Failed {
  readonly error: unknown;
}

/** Shows what happened in place of what failed while it was drawn, and the way on; the rest of the page stays. */
export class Boundary extends Component<BoundaryProps, { readonly failed: Failed | null }> {
  override readonly state: { readonly failed: Failed | null } = { failed: null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.resetOn !== this.props.resetOn && this.state.failed !== null) this.reset();
  }

  /** Draws again, of new answers: a copy that nothing shown uses may be what failed. */
  reset = () => {
    queryClient.removeQueries({ type: 'inactive' });
    this.setState({ failed: null });
  };

  override render() {
    const { what, known, children } = this.props;
    const { failed } = this.state;
    if (failed === null) return children;
    return <Failure error={failed.error} what={what} known={known} onRetry={this.reset} />;
  }
}

type FailureProps = Failed & Pick<BoundaryProps, 'what' | 'known'> & { readonly onRetry: () => void };

function Failure({ error, what, known, onRetry }: FailureProps) {
  const { say } = useText();
  const isMissing = isMissingFile(error);
  const text = isMissing
    ? say(wasReloadedFor(error) ? 'failed.stillMissing' : 'failed.file')
    : say(what === 'page' ? 'failed.text' : `failed.${what}`);
  const content = (
    <div className="card-body stack" role="alert" data-failed={isMissing ? 'file' : what}>
      <Notice kind={isMissing ? 'warning' : 'error'}>{text}</Notice>
      {known ?? <Ledger />}
      <div className="row">
        {isMissing && !wasReloadedFor(error) && (
          <Button kind="primary" onPress={() => reloadFor(error)}>
            {say('failed.reload')}
          </Button>
        )}
        {!isMissing && (
          <Button kind="primary" onPress={onRetry}>
            {say('action.retry')}
          </Button>
        )}
        {/* Loads the app anew, as what draws its links may have failed. */}
        <a className="button" href="/">
          {say('notFound.next')}
        </a>
      </div>
      <details>
        <summary>{say('failed.details')}</summary>
        <code className="break" lang="en">
          {String(error)}
        </code>
      </details>
    </div>
  );
  if (what !== 'page') return content;
  return (
    <Page title={say('failed.page')}>
      <section className="card">{content}</section>
    </Page>
  );
}

function Ledger() {
  const { say } = useText();
  return (
    <p>
      {say('failed.charge')} <a href="/account/ledger">{say('ledger.title')}</a> ·{' '}
      <a href="/analyses">{say('analyses.title')}</a>
    </p>
  );
}
