import { Bot, Menu as MenuIcon, Search } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { Link, useLocation } from 'wouter';
import { useEnded } from '../api/ended.ts';
import type { Place, Session } from '../api/types.ts';
import { toggleAssistant, useOpenAssistant } from '../assistant/open.ts';
import { Keys } from '../commands/keys.tsx';
import { useCommands } from '../commands/provider.tsx';
import { useText, withTexts } from '../text/index.ts';
import { Boundary } from '../ui/boundary.tsx';
import { Button } from '../ui/button.tsx';
import { SignInAgain } from '../ui/signInAgain.tsx';
import { CommandSection } from './commandSection.tsx';
import { CreditsPill } from './creditsPill.tsx';
import { Mark } from './mark.tsx';
import { OfflineLine } from './offlineLine.tsx';
import { OrganizationMenu } from './organizationMenu.tsx';
import { ROOMS, SECTIONS, sectionsOf } from './sections.ts';

const Assistant = lazy(() =>
  withTexts(import('../assistant/panel.tsx'), 'analyses', 'assistant', 'answers', 'buying', 'studio'),
);

interface ShellProps {
  readonly session: Session;
  /** Shown above every page that has room for it. */
  readonly Banner: ComponentType<{ place: Place }>;
  readonly children: ReactNode;
}

/** The frame of the account pages: bar, navigation, page. */
export function Shell({ session, Banner, children }: ShellProps) {
  const { say } = useText();
  const { visible, perform } = useCommands();
  const [location] = useLocation();
  const palette = visible.find(({ id }) => id === 'view.palette');
  // The map takes the place of the navigation, which is behind a button there.
  const isWide = location === '/studio' || location.startsWith('/a/');
  // The page of datasets says it itself, and the studio has no room.
  const place = session.activeOrganization;
  const { isOpen: isAsking } = useOpenAssistant();
  const isEnded = useEnded();
  const banner = isWide || location === '/datasets' ? null : place;
  return (
    <div
      className="shell"
      {...(isWide ? { 'data-wide': '' } : {})}
      {...(isAsking && place != null ? { 'data-asking': '' } : {})}
    >
      <a href="#main" className="button skip">
        {say('shell.skip')}
      </a>
      <header className="topbar">
        <NavigationMenu />
        <Link href="/" className="brand" aria-label="Hinterland">
          <Mark />
          <span className="only-wide">Hinterland</span>
        </Link>
        {!isEnded && <OrganizationMenu session={session} />}
        <span className="topbar-space" />
        {palette !== undefined && !isEnded && (
          <>
            <span className="only-wide" data-tour="palette">
              <Button onPress={() => perform(palette)} icon={<Search size={16} aria-hidden />}>
                {say('palette.open')} <Keys keys="mod+k" />
              </Button>
            </span>
            <span className="only-narrow">
              <Button
                kind="quiet"
                label={say('palette.open')}
                icon={<Search size={20} aria-hidden />}
                onPress={() => perform(palette)}
              />
            </span>
          </>
        )}
        {isEnded ? (
          <span className="row" data-ended-session>
            <span className="only-wide">{say('shell.ended')}</span>
            <SignInAgain />
          </span>
        ) : (
          <>
            {place != null && <AssistantButton isOpen={isAsking} />}
            <CreditsPill session={session} />
            <UserMenu session={session} />
          </>
        )}
        <OfflineLine />
      </header>
      {banner !== null && (
        <Boundary what="part">
          <Suspense fallback={null}>
            <Banner place={banner} />
          </Suspense>
        </Boundary>
      )}
      <nav className="sidebar" data-tour="navigation" aria-label={say('shell.navigation')}>
        <NavigationLinks />
      </nav>
      {children}
      {isAsking && place != null && (
        <Boundary what="part">
          <Suspense fallback={null}>
            <Assistant place={place} />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}

/** Opens and closes the assistant; the focus comes back to it. */
function AssistantButton({ isOpen }: { isOpen: boolean }) {
  const { say } = useText();
  const button = useRef<HTMLSpanElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <span ref={button}>
      <Button
        kind="quiet"
        label={say('assistant.title')}
        aria-expanded={isOpen}
        icon={<Bot size={20} aria-hidden />}
        onPress={toggleAssistant}
      />
    </span>
  );
}

/** The rooms, and on the pages of the organization, which open behind its name, those too. */
function NavigationLinks() {
  const { say } = useText();
  const { visible } = useCommands();
  const [location] = useLocation();
  /** The page itself, or one below it, such as a single webhook. */
  const current = (path: string) =>
    location === path ? 'page' : location.startsWith(`${path}/`) ? 'location' : undefined;
  const sections = location.startsWith('/account/') ? SECTIONS : ROOMS;
  return sectionsOf(visible, sections).map(({ section, pages }) => (
    <section key={section} className="sidebar-part" aria-label={say(`shell.${section}`)}>
      <p className="menu-header" aria-hidden>
        {say(`shell.${section}`)}
      </p>
      {pages.map(({ id, name, path, icon: Icon }) => (
        <Link key={id} href={path as string} aria-current={current(path as string)}>
          <Icon size={18} aria-hidden />
          {say(name)}
        </Link>
      ))}
    </section>
  ));
}

/** On a phone the navigation is a menu. */
function NavigationMenu() {
  const { say } = useText();
  const { visible } = useCommands();
  return (
    <span className="navigation-menu" data-tour="navigation">
      <MenuTrigger>
        <Button kind="quiet" label={say('shell.navigation')} icon={<MenuIcon size={20} aria-hidden />} />
        <Popover className="popover">
          <Menu aria-label={say('shell.navigation')}>
            {[
              ...sectionsOf(visible, SECTIONS),
              { section: 'more', pages: visible.filter(({ group }) => group === 'view') } as const,
            ].map(({ section, pages }) => (
              <CommandSection key={section} title={say(`shell.${section}`)} commands={pages} />
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </span>
  );
}

function UserMenu({ session }: { session: Session }) {
  const { say } = useText();
  const { visible } = useCommands();
  const initials = session.user.name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  const items = visible.filter(({ id }) =>
    ['go.profile', 'view.guide', 'view.developers', 'view.keys', 'session.end'].includes(id),
  );
  return (
    <MenuTrigger>
      <Button
        kind="quiet"
        label={say('shell.user', { name: session.user.name })}
        icon={<span className="avatar">{initials}</span>}
      />
      <Popover className="popover" placement="bottom end">
        <Menu aria-label={say('shell.user', { name: session.user.name })}>
          <CommandSection title={session.user.email} commands={items} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
