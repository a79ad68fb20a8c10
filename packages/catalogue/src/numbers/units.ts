/** Abbreviations of currencies that are no codes of ISO 4217, in lower case. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'kr kr. zł kč ft lei fr fr. sfr sfr. rs rs. r$ us$ a$ c$ nz$ hk$ s$ tl din kn лв лв. руб руб. р. грн грн. рсд euro'.split(
    ' ',
  ),
);

/** Whether a text names a currency: by its sign, its code of ISO 4217, or an abbreviation of its country. */
export function isCurrency(text: string): boolean {
  const plain = text.trim();
  return /^\p{Sc}$/u.test(plain) || ABBREVIATIONS.has(plain.toLowerCase()) || isCode(plain.toUpperCase());
}

let codes: ReadonlySet<string> | null = null;

function isCode(text: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return /^[A-Z]{3}$/.test(text) && codes.has(text);
}

/** Square meters as tables and tags write them. */
const SQUARE_METERS: ReadonlySet<string> = new Set(
  'm² m2 m^2 qm sqm sq.m. sq m mq m.q. кв.м кв. м ㎡ ตร.ม. م²'.split(' ').concat('sq m', 'кв. м', 'sq. m', 'sq. m.'),
);
const SQUARE_FEET: ReadonlySet<string> = new Set(['ft²', 'ft2', 'sqft', 'sq ft', 'sq. ft.', 'sq.ft.', 'sf']);

/** Square meters in a unit of area. */
export function squareMetersIn(unit: string): number | undefined {
  const plain = unit.trim().toLowerCase();
  return SQUARE_METERS.has(plain) ? 1 : SQUARE_FEET.has(plain) ? 0.3048 * 0.3048 : undefined;
}

/** Meters in a unit of length. */
export function metersIn(unit: string): number | undefined {
  const plain = unit.trim().toLowerCase();
  return plain === 'm' ? 1 : plain === 'ft' || plain === "'" ? 0.3048 : undefined;
}
