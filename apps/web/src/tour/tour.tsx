import { useEffect, useRef, useState } from 'react';
import { Dialog, Heading, OverlayArrow, Popover } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { type Step, steps } from './steps.ts';

/** Of taller parts, such as the navigation, the note stands beside. */
const TALL_PIXELS = 200;

interface Stop extends Step {
  readonly element: HTMLElement;
}

/** Leads through the parts of the start page, one after another. Escape ends it. */
export function Tour({ onEnd }: { onEnd: () => void }) {
  const [stops, setStops] = useState<readonly Stop[]>([]);
  const [place, setPlace] = useState(0);
  useEffect(() => setStops(steps.flatMap(stopOf)), []);
  const stop = stops[place];
  if (stop === undefined) return null;
  return (
    <StopNote
      key={stop.at}
      stop={stop}
      place={place + 1}
      count={stops.length}
      onBack={place === 0 ? null : () => setPlace(place - 1)}
      onNext={place === stops.length - 1 ? null : () => setPlace(place + 1)}
      onEnd={onEnd}
    />
  );
}

/** The part that is shown: the frame has one for wide screens and one for phones. */
function stopOf(step: Step): Stop[] {
  const found = document.querySelectorAll<HTMLElement>(`[data-tour="${step.at}"]`);
  const element = [...found].find((one) => one.getClientRects().length > 0);
  return element === undefined ? [] : [{ ...step, element }];
}

interface StopNoteProps {
  readonly stop: Stop;
  /** 1 for the first. */
  readonly place: number;
  readonly count: number;
  readonly onBack: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onEnd: () => void;
}

function StopNote({ stop, place, count, onBack, onNext, onEnd }: StopNoteProps) {
  const { say } = useText();
  const trigger = useRef(stop.element);
  useEffect(() => {
    const { element } = stop;
    element.scrollIntoView({ block: 'center' });
    element.dataset.tourCurrent = '';
    return () => {
      delete element.dataset.tourCurrent;
    };
  }, [stop]);
  return (
    <Popover
      className="popover tour"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onEnd()}
      placement={stop.element.offsetHeight > TALL_PIXELS ? 'right top' : 'bottom'}
      offset={12}
    >
      <OverlayArrow className="tour-arrow" />
      <Dialog className="dialog">
        <Heading slot="title" level={2}>
          {say(stop.title)}
        </Heading>
        <p>{say(stop.text)}</p>
        <DialogActions>
          <span className="soft small tour-place">{say('tour.place', { place, count })}</span>
          {onNext !== null && (
            <Button kind="quiet" onPress={onEnd}>
              {say('tour.end')}
            </Button>
          )}
          {onBack !== null && <Button onPress={onBack}>{say('tour.back')}</Button>}
          <Button kind="primary" autoFocus onPress={onNext ?? onEnd}>
            {say(onNext === null ? 'tour.done' : 'tour.next')}
          </Button>
        </DialogActions>
      </Dialog>
    </Popover>
  );
}
