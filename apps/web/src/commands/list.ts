import {
  BookOpen,
  Building2,
  CircleHelp,
  Coins,
  Database,
  Files,
  Home,
  Keyboard,
  KeyRound,
  LogOut,
  Map as MapIcon,
  ReceiptText,
  ScrollText,
  Search,
  Settings,
  Signpost,
  UserPlus,
  UserRound,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react';
import type { Command, Situation } from './command.ts';

const signedIn = ({ session }: Situation) => session !== null;
const seesCredits = ({ session }: Situation) => {
  const place = session?.activeOrganization;
  return place != null && (place.role !== 'member' || place.billing);
};
const owns = ({ session }: Situation) => session?.activeOrganization?.role === 'owner';
const inOrganization = ({ session }: Situation) => session?.activeOrganization != null;

/** A page of the navigation. */
const page = (
  id: string,
  name: Command['name'],
  icon: Command['icon'],
  path: string,
  keys: string,
  visible: Command['visible'] = inOrganization,
): Command => ({ id, name, group: 'go', icon, path, keys, visible, perform: ({ go }) => go(path) });

/** Everything a person can do from anywhere; the order is that of the navigation and the palette. */
export const commands: readonly Command[] = [
  page('go.start', 'start.title', Home, '/', 'g s', signedIn),
  page('go.studio', 'studio.go', MapIcon, '/studio', 'g q'),
  page('go.dashboards', 'dashboard.title', Signpost, '/dashboards', 'g b'),
  page('go.analyses', 'analyses.title', Files, '/analyses', 'g y'),
  page('go.api', 'api.title', KeyRound, '/account/api', 'g a'),
  page('go.webhooks', 'webhooks.title', Webhook, '/account/webhooks', 'g w'),
  page('go.credits', 'credits.title', Coins, '/account/credits', 'g c', seesCredits),
  page('go.ledger', 'ledger.title', ReceiptText, '/account/ledger', 'g l', seesCredits),
  page('go.members', 'members.title', Users, '/account/members', 'g m'),
  page('go.teams', 'teams.title', UsersRound, '/account/teams', 'g t'),
  page('go.organization', 'organization.title', Building2, '/account/organization', 'g o'),
  page('go.audit', 'audit.title', ScrollText, '/account/audit', 'g u', owns),
  page('go.data', 'data.title', Database, '/account/data', 'g d', signedIn),
  page('go.profile', 'profile.title', UserRound, '/account/profile', 'g p', signedIn),
  {
    id: 'make.key',
    name: 'keys.new',
    group: 'make',
    icon: KeyRound,
    keys: 'n k',
    visible: inOrganization,
    perform: ({ go }) => go('/account/api?new=key'),
  },
  {
    id: 'make.webhook',
    name: 'webhooks.new',
    group: 'make',
    icon: Webhook,
    keys: 'n w',
    visible: inOrganization,
    perform: ({ go }) => go('/account/webhooks?new=webhook'),
  },
  {
    id: 'make.invitation',
    name: 'members.inviteTitle',
    group: 'make',
    icon: UserPlus,
    keys: 'n i',
    visible: ({ session }) => (session?.activeOrganization?.role ?? 'member') !== 'member',
    perform: ({ go }) => go('/account/members?new=invitation'),
  },
  {
    id: 'view.tour',
    name: 'tour.title',
    group: 'view',
    icon: Signpost,
    visible: inOrganization,
    perform: ({ go }) => go('/?tour'),
  },
  {
    id: 'view.guide',
    name: 'guide.title',
    group: 'view',
    icon: CircleHelp,
    visible: () => true,
    perform: () => window.location.assign('/developers/guides/first-analysis'),
  },
  {
    id: 'view.developers',
    name: 'developers.title',
    group: 'view',
    icon: BookOpen,
    visible: () => true,
    perform: () => window.location.assign('/developers'),
  },
  {
    id: 'view.palette',
    name: 'palette.title',
    group: 'view',
    icon: Search,
    keys: 'mod+k',
    visible: () => true,
    perform: ({ openPalette }) => openPalette(),
  },
  {
    id: 'view.keys',
    name: 'keysheet.title',
    group: 'view',
    icon: Keyboard,
    keys: '?',
    visible: () => true,
    perform: ({ openKeys }) => openKeys(),
  },
  {
    id: 'session.switch',
    name: 'organization.switch',
    group: 'session',
    icon: Settings,
    visible: ({ session }) => (session?.organizations.length ?? 0) > 1,
    perform: ({ go }) => go('/account/organization'),
  },
  {
    id: 'session.end',
    name: 'session.signOut',
    group: 'session',
    icon: LogOut,
    visible: signedIn,
    perform: ({ signOut }) => signOut(),
  },
];
