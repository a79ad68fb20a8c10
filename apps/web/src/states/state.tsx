import type { ReactNode } from 'react';

/** A part of the page: what its components are for. */
export function States({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="states" aria-label={title} id={title.toLowerCase().replaceAll(' ', '-')}>
      <h2>{title}</h2>
      <div className="states-grid">{children}</div>
    </section>
  );
}

/** One component in one state. */
export function State({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <figure className="state" data-state={name} data-wide={isWide}>
      <figcaption>
        <h3 className="soft small">{name}</h3>
      </figcaption>
      <div className="stack">{children}</div>
    </figure>
  );
}
