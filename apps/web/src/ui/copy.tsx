import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { say } = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const name = copied ? say('action.copied') : (label ?? say('action.copy'));
  return (
    <>
      <Button
        kind="quiet"
        label={name}
        icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
      <span className="visually-hidden" role="status">
        {copied ? say('action.copied') : ''}
      </span>
    </>
  );
}

/** Lines to copy, such as a command. */
export function Code({ children, label }: { children: string; label?: string }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{children}</code>
      </pre>
      <CopyButton text={children} {...(label === undefined ? {} : { label })} />
    </div>
  );
}
