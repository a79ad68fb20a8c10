import { Link2 } from 'lucide-react';
import { useState } from 'react';
import type { AnalysisPath } from '../../api/address.ts';
import { queryClient, resource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Shares } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

interface LinkNowProps {
  readonly path: AnalysisPath;
  readonly present: Shares;
  /** Called when anyone with the link may read. */
  readonly onShared: () => void;
}

/** One press to a link that works: it is opened to anyone before it is copied. */
export function LinkNow({ path, present, onShared }: LinkNowProps) {
  const { say } = useText();
  const [state, setState] = useState<'none' | 'made' | 'copied'>('none');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { people, team, organization, anyone, anyoneExpiresDays, url } = present;
  const share = async () => {
    if (anyone) return;
    const body = { people, team, organization, anyone: true, anyoneExpiresDays };
    const stored = await request(`${path}/shares`, { method: 'PUT', body });
    queryClient.setQueryData(resource(`${path}/shares`).queryKey, stored);
    onShared();
  };
  const copy = async () => {
    setBusy(true);
    setError(null);
    try {
      await share();
      // Some browsers copy nothing without a certificate: then the link is there to be taken.
      const isCopied = await navigator.clipboard?.writeText(url).then(
        () => true,
        () => false,
      );
      setState(isCopied === true ? 'copied' : 'made');
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack-tight">
      <p>
        <Button kind="primary" icon={<Link2 size={16} aria-hidden />} isPending={isBusy} onPress={() => void copy()}>
          {say('share.now')}
        </Button>
      </p>
      <p role="status" className="soft small" data-shared={state}>
        {state !== 'none' && say(state === 'copied' ? 'share.nowDone' : 'share.nowMade')}
      </p>
      {state !== 'none' && <Code label={say('share.copyLink')}>{url}</Code>}
      <ErrorNotice error={error} />
    </div>
  );
}
