/** How far below the window a map begins to load. */
const AHEAD = '400px';

/** The picture of a shared analysis, which stands on the page already, becomes a map once it comes into sight. */
const figure = document.querySelector<HTMLElement>('[data-live-map]');
if (figure !== null) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      // Without a map, the picture stays.
      void import('./liveMap.ts').then(({ showMap }) => showMap(figure)).catch(() => {});
    },
    { rootMargin: AHEAD },
  );
  observer.observe(figure);
}
