import type { ReactNode } from 'react';

/** A step of the column with its heading. */
export function Step({
  no,
  title,
  aside,
  children,
}: {
  no: number;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = `step-${no}`;
  return (
    <section className="step" aria-labelledby={id} data-step={no}>
      <div className="step-head">
        <h2 id={id}>
          <span className="step-no" aria-hidden>
            {no}
          </span>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
