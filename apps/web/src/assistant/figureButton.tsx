import { useState } from 'react';
import { Link } from 'wouter';
import { itemsOf, schemaOf } from '../answer/results/figure.ts';
import { HowDialog } from '../answer/results/how.tsx';
import { currencyOf } from '../answer/results/units.ts';
import type { OrganizationPath } from '../api/address.ts';
import { useResource } from '../api/queries.ts';
import { inlined, type Schema } from '../fields/schema.ts';
import { useText, useWords } from '../text/index.ts';
import type { FigurePart } from './types.ts';

/** A figure of an answer: it opens its meaning, its method and its run. `path` is that of the organization. */
export function FigureButton({ part, path }: { part: FigurePart; path: OrganizationPath }) {
  const { say } = useText();
  const [isOpen, setOpen] = useState(false);
  const { shown, named } = useShown(part);
  return (
    <>
      <button
        type="button"
        className="answer-figure"
        data-figure={part.path}
        data-value={part.value}
        aria-label={say('assistant.figure', { figure: shown, label: named })}
        onClick={() => setOpen(true)}
      >
        {shown}
      </button>
      {isOpen && <Explanation part={part} shown={shown} named={named} path={path} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The figure and its label in the reader's language: the service writes them in English. */
function useShown({ text, value, unit, label, path }: FigurePart): { readonly shown: string; readonly named: string } {
  const words = useWords();
  const name = stepsOf(path).findLast((step) => !/^\d+$/.test(step)) ?? '';
  const [, ...around] = label.split(' · ');
  const named = [words.title({ field: name }), ...around].join(' · ');
  if (unit === undefined) return { shown: words.rounded(value), named };
  return {
    shown:
      unit === '%'
        ? `${words.rounded(value)}${words.percentSign}`
        : text.replace(/^\S+(?=\u00a0)/, words.rounded(value)),
    named,
  };
}

interface ExplanationProps {
  readonly part: FigurePart;
  readonly shown: string;
  readonly named: string;
  readonly path: OrganizationPath;
  readonly onClose: () => void;
}

function Explanation({ part, shown, named, path, onClose }: ExplanationProps) {
  const { say } = useText();
  const words = useWords();
  const { analysis, version, action } = part.run;
  const isKept = analysis !== undefined && version !== undefined;
  const stored = useResource(`${path}/analyses/${analysis ?? ''}/versions/${version ?? 0}`, undefined, isKept);
  const actions = useResource('/actions');
  const actionId = stored.data?.actionId ?? action;
  const output = actions.data?.data.find(({ id }) => id === actionId)?.outputSchema as Schema | undefined;
  const results = (stored.data?.results ?? {}) as Readonly<Record<string, unknown>>;
  const page = /docs\/methods\/([\w-]+)\.md/.exec(JSON.stringify(output ?? ''))?.[1];
  return (
    <HowDialog
      how={{
        title: named,
        shown,
        help: output === undefined ? undefined : at(inlined(output), part.path).description,
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
      {part.errorShare !== undefined && (
        <p>{words.title({ text: 'spend.modelled', with: { share: { portion: part.errorShare } } })}</p>
      )}
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
