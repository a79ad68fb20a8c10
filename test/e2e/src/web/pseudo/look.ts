import type { Page } from 'playwright-core';

/** What a page says, and how it stands. */
export interface Look {
  /** Texts and attributes that people read or hear, but for what is marked as English. */
  readonly said: readonly string[];
  /** Texts of which a part is cut off, or lies outside their box. */
  readonly clipped: readonly string[];
}

/**
 * Reads a page in its window. Texts in scrolled boxes are whole; names may end in an ellipsis, as what is cut by a rule of
 * the page for one line does.
 */
export const lookAt = (page: Page): Promise<Look> => page.evaluate(LOOK);

// Runs in the page; the tests are typed without the DOM.
const LOOK = `(() => {
  const SILENT = 'script, style, noscript, code, pre, kbd, [lang=en], [translate=no]';
  const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-roledescription', 'aria-valuetext'];
  const said = [document.title];
  const clipped = [];
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Read aloud alone: a point without extent, or nearly.
  const isForEars = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath.startsWith('inset(50%') || (style.position === 'absolute' && at.clientWidth <= 1)) return true;
    }
    return false;
  };
  /** How a rectangle is cut: the box that cuts it, or null. */
  const cutBy = (rect, element) => {
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const [x, y] = [style.overflowX, style.overflowY];
      if (/auto|scroll/.test(x + y)) return null;
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return null;
      if (x !== 'visible' && (rect.right > box.right + 1 || rect.left < box.left - 1)) return at;
      if (y !== 'visible' && (rect.bottom > box.bottom + 2 || rect.top < box.top - 2)) return at;
      // Spilled over the border of what looks like a box.
      const isBox = at.matches('button, a, input, [role=tab], [role=radio], .chip, .card, td, th');
      if (isBox && style.display !== 'inline' && (rect.right > box.right + 1 || rect.left < box.left - 1)) return at;
      if (style.position === 'fixed') break;
    }
    return rect.right > innerWidth + 1 || rect.left < -1 ? document.documentElement : null;
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim().replaceAll(/\\s+/g, ' ');
    const element = node.parentElement;
    if (text === '' || element.closest('script, style, noscript, title') !== null || !isShown(element)) continue;
    if (element.closest(SILENT) === null) said.push(text);
    // Marks of the map are cut at its edge.
    if (isForEars(element) || element.closest('.maplibregl-marker') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = rect.width < 1 || rect.height < 1 ? null : cutBy(rect, element);
      if (box === null) continue;
      clipped.push(text.slice(0, 60) + ' in ' + box.tagName.toLowerCase() + '.' + (box.getAttribute('class') ?? ''));
      break;
    }
  }
  for (const element of document.querySelectorAll(ATTRIBUTES.map((name) => '[' + name + ']').join())) {
    if (element.closest(SILENT) !== null) continue;
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      if (text) said.push(name + '=' + text);
    }
  }
  return { said: [...new Set(said)], clipped: [...new Set(clipped)] };
})()`;
