import type { ReactNode } from 'react';

/** A step of the column with its heading. */
export function Step({
  no,
  name,
  title,
  aside,
  children,
}: {
  no: number;
  /** Of steps that change places: their number does not say which it is. */
  name?: 'where' | 'what';
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = `step-${no}`;
  return (
    <section
      className="step"
      aria-labelledby={id}
      data-step={no}
      {...(name === undefined ? {} : { 'data-name': name })}
    >
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
