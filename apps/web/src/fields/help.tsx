import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';

/** What the service says of a field, behind a button. It says it in English. */
export function Help({ label, help }: { label: string; help: string | undefined }) {
  const { say } = useText();
  if (help === undefined) return null;
  return (
    <DialogTrigger>
      <Button kind="quiet" label={say('studio.help', { field: label })} icon={<CircleHelp size={15} aria-hidden />} />
      <Popover className="popover help-popover">
        <Dialog aria-label={label} className="help-text">
          <p lang="en">{help}</p>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** A label with its help beside it. */
export function Labelled({ label, help, id }: { label: string; help: string | undefined; id: string }) {
  return (
    <div className="field-head">
      <span className="label" id={id}>
        {label}
      </span>
      <Help label={label} help={help} />
    </div>
  );
}

export function FieldFault({ children }: { children: ReactNode }) {
  return children === undefined ? null : <span className="field-error">{children}</span>;
}
