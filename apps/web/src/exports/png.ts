/** What is painted on a map that is asked for a picture. */
export interface MapPicture {
  readonly canvas: HTMLCanvasElement;
  /** Element around the map, whose legend, scale and sources are painted, too. */
  readonly container: HTMLElement;
  /** Places asked about, in pixels of the page. */
  readonly pins: readonly { readonly x: number; readonly y: number; readonly sign: string }[];
}

const LINE = 22;
const MARGIN = 16;
const PIN_RADIUS = 11;

/** Paints a map with its places, and below it the title, the legend, the scale and the sources as they stand on the page. */
export async function pngOf({ canvas, container, pins }: MapPicture, title: string): Promise<Blob> {
  const width = container.clientWidth;
  const height = container.clientHeight;
  const scale = canvas.width / width;
  const entries = legendOf(container);
  const { fontFamily } = getComputedStyle(document.body);
  const font = (size: number, weight = 400) => `${weight} ${size}px ${fontFamily}`;
  const picture = document.createElement('canvas');
  const draw = picture.getContext('2d') as CanvasRenderingContext2D;
  draw.font = font(13);
  const rows = rowsOf(entries, width - 2 * MARGIN, (text) => draw.measureText(text).width);
  picture.width = canvas.width;
  picture.height = Math.round((height + (rows.length + 2) * LINE + 2 * MARGIN) * scale);
  draw.fillStyle = tokenOf('--surface');
  draw.fillRect(0, 0, picture.width, picture.height);
  draw.drawImage(canvas, 0, 0);
  draw.scale(scale, scale);
  for (const { x, y, sign } of pins) paintPin(draw, x, y, sign, font(12, 600));
  paintScale(draw, container, height, font(12));

  draw.fillStyle = tokenOf('--ink');
  draw.textBaseline = 'middle';
  draw.textAlign = 'left';
  let y = height + MARGIN + LINE / 2;
  draw.font = font(15, 600);
  draw.fillText(title, MARGIN, y, width - 2 * MARGIN);
  for (const row of rows) {
    y += LINE;
    for (const { x, text, fill, edge } of row) paintEntry(draw, { x, y, text, fill, edge }, font(13));
  }
  y += LINE;
  draw.font = font(11);
  draw.fillStyle = tokenOf('--ink-soft');
  draw.fillText(textIn(container, '.maplibregl-ctrl-attrib-inner'), MARGIN, y, width - 2 * MARGIN);
  return new Promise((resolve, reject) =>
    picture.toBlob(
      (file) => (file === null ? reject(new Error('the picture is too large')) : resolve(file)),
      'image/png',
    ),
  );
}

const tokenOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const textIn = (container: HTMLElement, selector: string): string =>
  container.querySelector(selector)?.textContent?.trim() ?? '';

interface Entry {
  readonly text: string;
  /** Colors of the swatch; null for a title. */
  readonly fill: string | null;
  readonly edge: string | null;
}

/** The legend as it stands beside the map. */
function legendOf(container: HTMLElement): readonly Entry[] {
  return [...(container.parentElement?.querySelectorAll<HTMLElement>('.legend > li') ?? [])].map((entry) => {
    const swatch = entry.querySelector<HTMLElement>('.swatch');
    const style = swatch === null ? null : getComputedStyle(swatch);
    return {
      // Name and figure stand apart on the page.
      text:
        [...entry.children]
          .map((one) => one.textContent?.trim() ?? '')
          .filter(Boolean)
          .join(' ') ||
        (entry.textContent ?? ''),
      fill: style?.backgroundColor ?? null,
      edge: style?.borderTopColor ?? null,
    };
  });
}

const SWATCH = 18;
const [AFTER_SWATCH, BETWEEN] = [8, 22];

/** Entries side by side, as many as fit a line. */
function rowsOf(entries: readonly Entry[], room: number, widthOf: (text: string) => number) {
  const rows: (Entry & { readonly x: number })[][] = [];
  let x = room;
  for (const entry of entries) {
    const width = (entry.fill === null ? 0 : SWATCH + AFTER_SWATCH) + widthOf(entry.text);
    if (rows.length === 0 || x + width > room) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ ...entry, x: x + MARGIN });
    x += width + BETWEEN;
  }
  return rows;
}

function paintEntry(
  draw: CanvasRenderingContext2D,
  { x, y, text, fill, edge }: Entry & { readonly x: number; readonly y: number },
  font: string,
): void {
  if (fill !== null) {
    draw.fillStyle = fill;
    draw.fillRect(x, y - 6, SWATCH, 12);
    draw.strokeStyle = edge ?? fill;
    draw.strokeRect(x + 0.5, y - 5.5, SWATCH - 1, 11);
  }
  draw.font = font;
  draw.fillStyle = tokenOf(fill === null ? '--ink-soft' : '--ink');
  draw.fillText(text, fill === null ? x : x + SWATCH + AFTER_SWATCH, y);
}

function paintPin(draw: CanvasRenderingContext2D, x: number, y: number, sign: string, font: string): void {
  draw.beginPath();
  draw.arc(x, y, PIN_RADIUS, 0, 2 * Math.PI);
  draw.fillStyle = tokenOf('--accent');
  draw.fill();
  draw.lineWidth = 2;
  draw.strokeStyle = tokenOf('--surface');
  draw.stroke();
  draw.font = font;
  draw.fillStyle = tokenOf('--on-accent');
  draw.textAlign = 'center';
  draw.textBaseline = 'middle';
  draw.fillText(sign, x, y + 1);
}

/** The scale of the map, at the same length. */
function paintScale(draw: CanvasRenderingContext2D, container: HTMLElement, height: number, font: string): void {
  const bar = container.querySelector<HTMLElement>('.maplibregl-ctrl-scale');
  if (bar === null) return;
  const [x, y] = [MARGIN, height - 14];
  draw.lineWidth = 1.5;
  draw.strokeStyle = tokenOf('--ink');
  draw.beginPath();
  draw.moveTo(x, y - 5);
  draw.lineTo(x, y);
  draw.lineTo(x + bar.offsetWidth, y);
  draw.lineTo(x + bar.offsetWidth, y - 5);
  draw.stroke();
  draw.font = font;
  draw.fillStyle = tokenOf('--ink');
  draw.textAlign = 'left';
  draw.textBaseline = 'bottom';
  draw.fillText(bar.textContent ?? '', x + 4, y - 3);
}
