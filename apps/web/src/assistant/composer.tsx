import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';

const CHARACTERS_MAX = 4000;

interface ComposerProps {
  readonly isRunning: boolean;
  readonly canCancel: boolean;
  /** Returns whether the question was taken; the field keeps one that was not. */
  readonly onAsk: (text: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** The field for a question: Enter sends it, Shift and Enter begin a line. */
export function Composer({ isRunning, canCancel, onAsk, onCancel }: ComposerProps) {
  const { say } = useText();
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const canAsk = !isRunning && !isSent && text.trim() !== '';
  async function ask(): Promise<void> {
    if (!canAsk) return;
    setSent(true);
    if (await onAsk(text.trim())) setText('');
    setSent(false);
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends a word of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void ask();
  };
  return (
    <div className="composer">
      <TextField className="composer-field" value={text} onChange={setText} maxLength={CHARACTERS_MAX} autoFocus>
        <Label className="visually-hidden">{say('assistant.question')}</Label>
        <TextArea className="composer-text" rows={2} placeholder={say('assistant.placeholder')} onKeyDown={press} />
      </TextField>
      {canCancel && text.trim() === '' ? (
        <Button label={say('assistant.cancel')} icon={<Square size={15} aria-hidden />} onPress={onCancel} />
      ) : (
        <Button
          kind="primary"
          label={say('assistant.ask')}
          isPending={isSent}
          isDisabled={!canAsk && !isSent}
          icon={<ArrowUp size={18} aria-hidden />}
          onPress={() => void ask()}
        />
      )}
    </div>
  );
}
