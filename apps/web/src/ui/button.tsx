import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Link } from 'wouter';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  /** Its action is in progress: the button keeps its place and focus and ignores a second press. */
  readonly isPending?: boolean;
  readonly kind?: Kind;
  /** Shown instead of a text; `label` names the button then. */
  readonly icon?: ReactNode;
  readonly label?: string;
  readonly children?: ReactNode;
}

export function Button({ kind = 'plain', icon, label, isPending = false, onPress, children, ...props }: ButtonProps) {
  const only = icon !== undefined && children === undefined;
  return (
    <AriaButton
      {...props}
      {...(onPress === undefined || isPending ? {} : { onPress })}
      className="button"
      data-kind={kind}
      {...(isPending ? { 'data-pending': '' } : {})}
      {...(only ? { 'data-icon': '' } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {isPending ? <LoaderCircle size={16} className="spinner" aria-hidden /> : icon}
      {children}
    </AriaButton>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ href, kind = 'plain', children }: { href: string; kind?: Kind; children: ReactNode }) {
  return (
    <Link href={href} className="button" data-kind={kind}>
      {children}
    </Link>
  );
}
