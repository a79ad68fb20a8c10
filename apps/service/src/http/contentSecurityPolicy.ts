// The Content-Security-Policy of everything that the service answers, by kind of answer.

/** Answers for programs: a browser that shows one loads nothing for it and frames it nowhere. */
export const FOR_PROGRAMS = "default-src 'none'; frame-ancestors 'none'";

/** The service's own pages: everything comes from the service itself, and nothing in a page runs or colors itself. */
export const FOR_PAGES =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** Pages with a script of the service, which may call the service. */
export const FOR_PAGES_WITH_SCRIPT = `${FOR_PAGES}; script-src 'self'; connect-src 'self'`;

/** Drawings in the documents: one may color itself, and nothing else. */
export const FOR_DRAWINGS = "default-src 'none'; style-src 'unsafe-inline'";

/** The web app: scripts come from this service alone; styles may be set on elements, as the places of menus are. */
export const FOR_APP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
