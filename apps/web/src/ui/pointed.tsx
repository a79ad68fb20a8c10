import { createContext, type ReactNode, type RefCallback, useContext, useState, useSyncExternalStore } from 'react';

/** Attributes of a row or mark, the same ones each time it is drawn. */
interface Joint {
  readonly 'data-joint': string;
  readonly ref: RefCallback<Element>;
  onPointerEnter(): void;
  onPointerLeave(): void;
  onFocus(): void;
  onBlur(): void;
}

/**
 * Knows what is pointed at or focused, and marks the elements of its id themselves: an answer has thousands of figures, and to draw them
 * again for each row that the pointer crosses would keep clicks waiting.
 */
class Pointing {
  #pointed: string | null = null;
  readonly #joints = new Map<string, Joint>();
  readonly #elements = new Map<string, Set<Element>>();
  readonly #listeners = new Set<() => void>();

  /** Id of the thing pointed at or focused; null for none. */
  readonly pointed = (): string | null => this.#pointed;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly point = (id: string | null): void => {
    if (id === this.#pointed) return;
    const before = this.#pointed;
    this.#pointed = id;
    for (const one of [before, id]) for (const element of this.#of(one)) this.#mark(element, one);
    for (const listener of this.#listeners) listener();
  };

  jointOf(id: string): Joint {
    const made = this.#joints.get(id) ?? this.#make(id);
    this.#joints.set(id, made);
    return made;
  }

  #make(id: string): Joint {
    const [here, nowhere] = [() => this.point(id), () => this.point(null)];
    return {
      'data-joint': id,
      ref: (element) => (element === null ? undefined : this.#add(id, element)),
      onPointerEnter: here,
      onPointerLeave: nowhere,
      onFocus: here,
      onBlur: nowhere,
    };
  }

  #add(id: string, element: Element): () => void {
    const elements = this.#elements.get(id) ?? new Set();
    this.#elements.set(id, elements.add(element));
    this.#mark(element, id);
    return () => {
      elements.delete(element);
      element.removeAttribute('data-pointed');
    };
  }

  #of(id: string | null): Iterable<Element> {
    return (id === null ? undefined : this.#elements.get(id)) ?? [];
  }

  #mark(element: Element, id: string | null): void {
    element.toggleAttribute('data-pointed', id === this.#pointed);
  }
}

/** Where nothing is joined. */
const NOWHERE = new Pointing();
const Context = createContext(NOWHERE);

/** What is pointed at, and a way to point, for what draws more than rows and marks: the map. */
export function usePointing() {
  const { pointed, point, subscribe } = useContext(Context);
  return { pointed: useSyncExternalStore(subscribe, pointed, pointed), point };
}

/** Joins rows and marks of the same id within: pointing at one, or focusing it, shows all. Joins within others are one with them. */
export function Joined({ children }: { children: ReactNode }) {
  const outer = useContext(Context);
  const [own] = useState(() => new Pointing());
  return <Context value={outer === NOWHERE ? own : outer}>{children}</Context>;
}

/** Returns the attributes of a row or mark by its id. Without an id there are none. */
export function useJoint() {
  const pointing = useContext(Context);
  return (id: string | undefined): Partial<Joint> => {
    if (id === undefined) return {};
    return pointing === NOWHERE ? { 'data-joint': id } : pointing.jointOf(id);
  };
}
