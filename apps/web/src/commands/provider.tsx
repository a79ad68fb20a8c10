import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient, refresh, useSession } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { withTexts } from '../text/index.ts';
import { Boundary } from '../ui/boundary.tsx';
import type { Command, Situation } from './command.ts';
import { commands as all } from './list.ts';
import { shortcutListener } from './shortcuts.ts';

/** Loaded when they are first opened. */
const Palette = lazy(() => withTexts(import('./palette.tsx'), 'actions', 'answers', 'search'));
const KeySheet = lazy(() => import('./keySheet.tsx'));

interface Commands {
  /** Those that can be done now. */
  readonly visible: readonly Command[];
  readonly perform: (command: Command) => void;
}

const Context = createContext<Commands | null>(null);

export function useCommands(): Commands {
  const found = useContext(Context);
  if (found === null) throw new Error('Commands are missing above this component.');
  return found;
}

export function CommandProvider({ children }: { children: ReactNode }) {
  const { data: session = null } = useSession();
  const [location, go] = useLocation();
  const organization = session?.activeOrganization?.organization;
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);

  const value = useMemo<Commands>(() => {
    const situation: Situation = {
      session,
      go: (path) => {
        go(path);
        // Also where the page is open already.
        void refresh();
      },
      signOut: () => void endSession().then(() => go('/sign-in')),
      openPalette: () => setOpen('palette'),
      openKeys: () => setOpen('keys'),
    };
    return {
      visible: all.filter((command) => command.visible(situation)),
      perform: (command) => command.perform(situation),
    };
  }, [session, go]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a visit refreshes what the frame shows, such as the balance.
  useEffect(() => void refresh(), [location]);

  useEffect(() => {
    const listener = shortcutListener(() => value.visible, value.perform);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [value]);

  return (
    <Context value={value}>
      {children}
      <Boundary what="part" resetOn={open}>
        <Suspense>
          {open === 'palette' && (
            <Palette
              isOpen
              onClose={() => setOpen(null)}
              commands={value.visible}
              perform={value.perform}
              path={organization === undefined ? null : `/organizations/${organization.id}`}
              go={go}
            />
          )}
          {open === 'keys' && <KeySheet isOpen onClose={() => setOpen(null)} commands={value.visible} />}
        </Suspense>
      </Boundary>
    </Context>
  );
}

async function endSession(): Promise<void> {
  await request('/sign-out', { method: 'POST', body: {} });
  queryClient.clear();
}
