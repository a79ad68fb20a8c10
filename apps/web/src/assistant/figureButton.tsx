import { useState } from 'react';
import { Link } from 'wouter';
import { useResource } from '../api/queries.ts';
import type { ActionDescriptor, List, Version } from '../api/types.ts';
import { itemsOf, schemaOf } from '../features/results/figure.ts';
import { HowDialog } from '../features/results/how.tsx';
import { currencyOf } from '../features/results/units.ts';
import { inlined, type Schema } from '../fields/schema.ts';
import { useText } from '../text/index.ts';
import type { FigurePart } from './types.ts';

/** A figure of an answer: it opens its meaning, its method and its run. `path` is that of the organization. */
export function FigureButton({ part, path }: { part: FigurePart; path: string }) {
  const { say } = useText();
  const [isOpen, setOpen] = useState(false);
  const shown = useShown(part);
  return (
    <>
      <button
        type="button"
        className="answer-figure"
        data-figure={part.path}
        data-value={part.value}
        aria-label={say('assistant.figure', { figure: shown, label: part.label })}
        onClick={() => setOpen(true)}
      >
        {shown}
      </button>
      {isOpen && <Explanation part={part} shown={shown} path={path} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The figure in the reader's language, with the digits that the service gives it in English. */
function useShown({ text, value, unit }: FigurePart): string {
  const { language } = useText();
  if (language === 'en') return text;
  const digits = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  const figure = value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === undefined ? figure : `${figure}\u00a0${unit}`;
}

interface ExplanationProps {
  readonly part: FigurePart;
  readonly shown: string;
  readonly path: string;
  readonly onClose: () => void;
}

function Explanation({ part, shown, path, onClose }: ExplanationProps) {
  const { say } = useText();
  const { analysis, version, action } = part.run;
  const isKept = analysis !== undefined && version !== undefined;
  const stored = useResource<Version>(`${path}/analyses/${analysis ?? ''}/versions/${version ?? 0}`, undefined, isKept);
  const actions = useResource<List<ActionDescriptor>>('/actions');
  const actionId = stored.data?.actionId ?? action;
  const output = actions.data?.data.find(({ id }) => id === actionId)?.outputSchema as Schema | undefined;
  const results = (stored.data?.results ?? {}) as Readonly<Record<string, unknown>>;
  const page = /docs\/methods\/([\w-]+)\.md/.exec(JSON.stringify(output ?? ''))?.[1];
  return (
    <HowDialog
      how={{
        title: part.label,
        shown,
        meaning: output === undefined ? undefined : at(inlined(output), part.path).description,
        unit: part.unit,
      }}
      about={{
        method: results.method,
        dataVersion: results.dataVersion,
        methodsPage: page === undefined ? '/developers/methods' : `/developers/methods/${page}`,
        currency: currencyOf(results),
      }}
      onClose={onClose}
    >
      {isKept && (
        <p>
          <Link href={`/a/${analysis}?version=${version}`} onClick={onClose}>
            {say('assistant.openRun', { no: version })}
          </Link>
        </p>
      )}
    </HowDialog>
  );
}

const stepsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The schema of the member that a pointer names. */
function at(schema: Schema, path: string): Schema {
  return stepsOf(path).reduce((of, step) => (/^\d+$/.test(step) ? itemsOf(of) : schemaOf(of, step)), schema);
}
