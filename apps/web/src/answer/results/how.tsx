import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { useFigures } from './figure.ts';
import { Currency } from './units.ts';

/** How a figure came about, in the reader's language but for what the service and the data say. */
export interface How {
  readonly title: string;
  readonly shown: string;
  readonly meaning?: string | undefined;
  readonly unit?: string | undefined;
  readonly base?: string | undefined;
  readonly method?: string | undefined;
  readonly vintage?: string | undefined;
  readonly note?: string | undefined;
  /** What the schema says of it, in English. */
  readonly help?: string | undefined;
  /** What the data say of it, in English. */
  readonly ofData?: string | undefined;
}

interface About {
  /** Method and data versions of the whole result. */
  readonly method: unknown;
  readonly dataVersion: unknown;
  /** The page about the method. */
  readonly methodsPage: string;
  readonly currency: string;
}

/** What figures need, made once for all: an answer has thousands. */
interface Explaining {
  open(how: How): void;
  /** Writes the exact number. */
  exact(value: number): string;
}

const Context = createContext<Explaining>({ open: () => {}, exact: String });

/** Every figure within opens its explanation. */
export function Explained({ about, children }: { about: About; children: ReactNode }) {
  const { number: exact } = useFormat();
  const [how, open] = useState<How | null>(null);
  const explaining = useMemo(() => ({ open, exact }), [exact]);
  return (
    <Context value={explaining}>
      <Currency value={about.currency}>{children}</Currency>
      {how !== null && <HowDialog how={how} about={about} onClose={() => open(null)} />}
    </Context>
  );
}

interface HowDialogProps {
  readonly how: How;
  readonly about: About;
  readonly onClose: () => void;
  /** Stands below the facts. */
  readonly children?: ReactNode;
}

export function HowDialog({ how, about, onClose, children }: HowDialogProps) {
  const { say } = useText();
  const { title, shown, meaning, unit, base, method, vintage, note, help = '', ofData = '' } = how;
  const { measured } = useFigures();
  const rows = [
    [
      'studio.how.meaning',
      meaning ??
        (help === '' ? (
          ''
        ) : (
          <Sentence key="help" of="help">
            {help}
          </Sentence>
        )),
    ],
    ['studio.how.unit', unit],
    ['studio.how.base', base],
    ['studio.how.method', method],
    ['studio.how.note', note],
    ['studio.how.note', ofData === '' ? '' : <Sentence key="data">{ofData}</Sentence>],
    ['studio.how.parameters', useListed(about.method, ': ', '; ', measured)],
    ['studio.how.vintage', vintage],
    ['studio.how.data', useListed(about.dataVersion, ' ', ', ', String)],
  ] as const;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p className="how-figure">{shown}</p>
      <dl className="facts" data-how>
        {rows.map(([key, text], i) =>
          text === undefined || text === '' ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their order
            <div key={i}>
              <dt>{say(key)}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      <p>
        <a href={about.methodsPage}>{say('studio.how.page')}</a>
      </p>
      {children}
      <DialogActions>
        <Button onPress={onClose}>{say('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The speeds by their id, which mode and traffic say in words. */
const PROFILE = 'profile';

/** Members of an object in a line: "Territory 2026-10, Census 2021". */
function useListed(
  value: unknown,
  colon: string,
  comma: string,
  textOf: (value: unknown, name: string) => string,
): string {
  const names = useNames();
  return useMemo(() => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return '';
    return Object.entries(value)
      .filter(([name, one]) => one !== null && typeof one !== 'object' && name !== PROFILE)
      .map(([name, one]) => `${names.field(name)}${colon}${textOf(one, name)}`)
      .join(comma);
  }, [value, names, colon, comma, textOf]);
}

interface FigureProps {
  readonly pointer: string;
  readonly value: unknown;
  readonly how: How;
}

/** A figure that opens its explanation. */
export function Figure({ pointer, value, how }: FigureProps) {
  const { open, exact } = useContext(Context);
  return (
    <button
      title={typeof value === 'number' ? exact(value) : undefined}
      type="button"
      className="figure-button"
      data-figure={pointer}
      data-nothing={value === null || value === undefined ? '' : undefined}
      onClick={() => open(how)}
    >
      {how.shown}
    </button>
  );
}
