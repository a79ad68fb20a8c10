import { FolderPlus, History, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import type { Place } from '../../api/types.ts';
import { useText, withTexts } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';

const ShareDialog = lazy(() => import('../analyses/shareDialog.tsx'));
const AddDialog = lazy(() => withTexts(import('../projects/addDialog.tsx'), 'subjects'));

interface KeptToolsProps {
  /** Path of the organization. */
  readonly path: OrganizationPath;
  readonly place: Place | null;
  readonly code: string;
  readonly name: string;
  readonly isOwn: boolean;
}

/** What can be done with an analysis that is stored: its versions, and for its creator who may read it. */
export function KeptTools({ path, place, code, name, isOwn }: KeptToolsProps) {
  const { say } = useText();
  const [, go] = useLocation();
  const [isSharing, setSharing] = useState(false);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        label={say('analyses.versions')}
        icon={<History size={17} aria-hidden />}
        onPress={() => go(`/analyses/${code}`)}
      />
      {isOwn && (
        <Button
          kind="quiet"
          label={say('analyses.share')}
          icon={<Share2 size={17} aria-hidden />}
          onPress={() => setSharing(true)}
        />
      )}
      <Button
        kind="quiet"
        label={say('studio.addToProject')}
        icon={<FolderPlus size={17} aria-hidden />}
        onPress={() => setAdding(true)}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <AddDialog path={path} code={code} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {isSharing && (
        <Suspense fallback={null}>
          <ShareDialog
            path={`${path}/analyses`}
            analysis={{ code, name }}
            place={place}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
