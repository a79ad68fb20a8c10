import type { ComponentType } from 'react';
import type { Session } from '../api/types.ts';
import type { TextKey } from '../text/index.ts';

/** State that commands read and change. */
export interface Situation {
  readonly session: Session | null;
  readonly go: (path: string) => void;
  readonly signOut: () => void;
  readonly openPalette: () => void;
  readonly openKeys: () => void;
}

/**
 * Something that a person can do, declared once: buttons, menus, shortcuts, the palette and the sheet of keys are made
 * from it.
 */
export interface Command {
  readonly id: string;
  readonly name: TextKey;
  readonly group: 'go' | 'make' | 'session' | 'view';
  /** The part of the navigation that its page stands in. */
  readonly section?: 'ask' | 'library' | 'organization' | 'developers';
  readonly icon: ComponentType<{ size?: number }>;
  /** Keys one after another, such as `g k`, or with Control or Command, such as `mod+k`. */
  readonly keys?: string;
  /** Path of the page that it opens, for links in the navigation. */
  readonly path?: string;
  readonly visible: (situation: Situation) => boolean;
  readonly perform: (situation: Situation) => void;
}
