/** Long enough for a dialog or a menu that closes to put the focus back itself. */
const PATIENCE_MILLISECONDS = 120;
/** A page that is being loaded has no title to stand at: for so long it is waited for. */
const WAITS_MAX = 50;
/** How many elements that had the focus are remembered: a menu in a dialog of a row needs three. */
const TRACES_MAX = 8;

const TABBABLE = 'a[href], button:not([disabled]), input:not([disabled]), textarea, select, summary, [tabindex="0"]';
const HEADING = 'h1, h2, h3, h4';

/** An element that had the focus, and where it stood: its ancestors from below, each with the position of its child. */
interface Trace {
  readonly element: HTMLElement;
  readonly page: Element | null;
  readonly steps: readonly { readonly parent: Element; readonly at: number }[];
}

/**
 * Keeps the focus of the keyboard on the page. What had it may be removed, hidden or disabled by what it did: a browser then gives the
 * focus to the body, and the next Tab begins at the top. Here it goes to what took the place of the element, to what opened the menu or
 * dialog that is gone, or to the title of a new page. Who points is left alone.
 */
export function keepFocus(document: Document): void {
  const traces: Trace[] = [];
  let isPointing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLost = () => document.activeElement === null || document.activeElement === document.body;
  function check(waits = 0): void {
    timer = undefined;
    const last = traces.at(-1);
    if (!isLost() || last === undefined || isPointing) return;
    // It is there and gave the focus away: somebody wanted that.
    if (waits === 0 && isUsable(last.element)) {
      traces.splice(0);
      return;
    }
    const target = targetOf(traces, document);
    if (target !== null) focus(target);
    else if (waits < WAITS_MAX) timer = setTimeout(() => check(waits + 1), PATIENCE_MILLISECONDS);
  }
  const checkSoon = () => {
    timer ??= setTimeout(check, PATIENCE_MILLISECONDS);
  };

  const points = ({ type }: Event) => {
    isPointing = type === 'pointerdown';
  };
  document.addEventListener('pointerdown', points, true);
  document.addEventListener('keydown', points, true);
  document.addEventListener('focusout', checkSoon);
  document.addEventListener('focusin', ({ target }) => {
    clearTimeout(timer);
    timer = undefined;
    if (!(target instanceof HTMLElement) || target === document.body) return;
    traces.push(traceOf(target));
    if (traces.length > TRACES_MAX) traces.shift();
  });
  // Not every browser says that the element which has the focus was removed.
  new MutationObserver(() => {
    if (isLost() && traces.length > 0 && !isUsable((traces.at(-1) as Trace).element)) checkSoon();
  }).observe(document.body, { childList: true, subtree: true });
}

function traceOf(element: HTMLElement): Trace {
  const steps: Trace['steps'][number][] = [];
  for (let child: Element = element; child.parentElement !== null; child = child.parentElement)
    steps.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  return { element, page: element.closest('main'), steps };
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility() &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null;

/** Returns where the focus goes; null while the page has nothing yet. */
function targetOf(traces: readonly Trace[], document: Document): HTMLElement | null {
  for (const trace of traces.toReversed()) {
    if (isUsable(trace.element)) return trace.element;
    // The whole page went.
    if (trace.page !== null && !trace.page.isConnected) break;
    const near = nearest(trace);
    if (near !== null) return near;
  }
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
}

/** Returns what took the place of a lost element, or is nearest to it, within the page, dialog or menu that it was in; null if that is gone. */
function nearest({ page, steps }: Trace): HTMLElement | null {
  for (const { parent, at } of steps) {
    if (parent === parent.ownerDocument.body || (page !== null && parent.contains(page) && parent !== page))
      return null;
    if (!(parent as HTMLElement).isConnected || !(parent as HTMLElement).checkVisibility()) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(at), ...children.slice(0, at).toReversed()]) {
      const found = [child, ...child.querySelectorAll(TABBABLE)].find(takesFocus);
      if (found !== undefined) return found as HTMLElement;
    }
    const heading = parent.querySelector<HTMLElement>(HEADING);
    if (heading !== null && isUsable(heading)) return heading;
  }
  return null;
}

/** A list that opens as its field gets the focus would open by itself. */
const takesFocus = (one: Element): boolean =>
  one.matches(TABBABLE) && one.getAttribute('role') !== 'combobox' && isUsable(one as HTMLElement);

function focus(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus();
}
