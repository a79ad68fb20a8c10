import { CircleHelp } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { Sentence } from '../text/sentences.tsx';
import { Button } from '../ui/button.tsx';

/** Whether helps of fields are those of the service; else the app has words of its own. */
export const HelpOfService = createContext(true);

/** What a field changes, behind a button. */
export function Help({ label, help }: { label: string; help: string | undefined }) {
  const { say } = useText();
  const isOfService = useContext(HelpOfService);
  if (help === undefined) return null;
  return (
    <DialogTrigger>
      <Button kind="quiet" label={say('studio.help', { field: label })} icon={<CircleHelp size={15} aria-hidden />} />
      <Popover className="popover help-popover">
        <Dialog aria-label={label} className="help-text">
          <p>{isOfService ? <Sentence of="help">{help}</Sentence> : help}</p>
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
