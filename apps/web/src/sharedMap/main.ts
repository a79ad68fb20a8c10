/** How far below the window a map begins to load. */
const AHEAD = '400px';

/** The picture of a shared analysis, which stands on the page already, becomes a map once it comes into sight. */
const figure = document.querySelector<HTMLElement>('[data-live-map]');
if (figure !== null) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      load(figure.dataset);
    },
    { rootMargin: AHEAD },
  );
  observer.observe(figure);
}

/** The page names the files of the map (`liveMap.ts`): what the app loads its parts with is more than this script. */
function load({ script = '', style = '' }: DOMStringMap): void {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = style;
  const map = document.createElement('script');
  map.type = 'module';
  map.src = script;
  // A map without its look would be no picture.
  sheet.addEventListener('load', () => document.head.append(map));
  document.head.append(sheet);
}
