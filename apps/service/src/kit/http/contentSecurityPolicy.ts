// The Content-Security-Policy of everything that the service answers, by kind of answer.

/** Answers for programs: a browser that shows one loads nothing for it and frames it nowhere. */
export const FOR_PROGRAMS = "default-src 'none'; frame-ancestors 'none'";

/** The service's own pages: everything comes from the service itself, and nothing in a page runs or colors itself. */
export const FOR_PAGES =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** A page that sites of these origins may show in a frame; none where there is no origin. */
export const forEmbedding = (origins: readonly string[]): string =>
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; " +
  `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`;

/** Pages with a script of the service, which may call the service. */
export const FOR_PAGES_WITH_SCRIPT = `${FOR_PAGES}; script-src 'self'; connect-src 'self'`;

/** Pages with a map of the service, which draws in a worker and takes its data and tiles from the service. */
export const FOR_PAGES_WITH_MAP = `${FOR_PAGES.replace("img-src 'self'", "img-src 'self' data: blob:")}; script-src 'self'; connect-src 'self'; worker-src 'self' blob:`;

/** Drawings in the documents: one may color itself, and nothing else. */
export const FOR_DRAWINGS = "default-src 'none'; style-src 'unsafe-inline'";

/** The style element that React Aria adds (touch-action of what can be pressed), the only one of the web app. */
const STYLE_OF_REACT_ARIA = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='";

/** The web app: scripts and styles come from this service alone. Forms lead to it, or to the checkout where credits are paid. */
export const forApp = (checkoutOrigin: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${STYLE_OF_REACT_ARIA}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    checkoutOrigin === null ? "form-action 'self'" : `form-action 'self' ${checkoutOrigin}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** Scripts of the web app. A worker has the policy of its own file, and the map's calls the service for tiles. */
export const FOR_SCRIPTS_OF_APP = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";
