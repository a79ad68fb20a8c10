import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Link } from 'wouter';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly kind?: Kind;
  /** Shown instead of a text; `label` names the button then. */
  readonly icon?: ReactNode;
  readonly label?: string;
  readonly children?: ReactNode;
}

export function Button({ kind = 'plain', icon, label, children, ...props }: ButtonProps) {
  const only = icon !== undefined && children === undefined;
  return (
    <AriaButton
      {...props}
      className="button"
      data-kind={kind}
      {...(only ? { 'data-icon': '' } : {})}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {icon}
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
