import { lazy, Suspense } from 'react';
import type { NumberFieldProps } from './numberInput.tsx';

const NumberInput = lazy(() => import('./numberInput.tsx').then(({ NumberInput }) => ({ default: NumberInput })));

/** A field of a number. What reads numbers is as large as all other fields together: it is loaded when one is shown. */
export function NumberField(props: NumberFieldProps) {
  return (
    <Suspense fallback={<Empty label={props.label} />}>
      <NumberInput {...props} />
    </Suspense>
  );
}

/** Takes the place of the field until it is there. */
const Empty = ({ label }: { readonly label: string }) => (
  <div className="field" aria-hidden>
    <span className="label">{label}</span>
    <span className="input" />
  </div>
);
