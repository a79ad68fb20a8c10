/** The publisher, as licenses ask to name it. */
export const OVERTURE = {
  source: 'Overture Maps',
  attribution: 'Overture Maps Foundation, overturemaps.org',
  page: 'https://docs.overturemaps.org/attribution/',
} as const;

/** The one host that rows are read from, whatever a catalogue says. */
export const OVERTURE_HOST = 'overturemaps-us-west-2.s3.amazonaws.com';
const BUCKET = 's3://overturemaps-us-west-2/';

/** The address of an object of the publisher's bucket; undefined of any other. */
export function addressOf(href: string): string | undefined {
  const path = href.startsWith(BUCKET)
    ? href.slice(BUCKET.length)
    : href.startsWith(`https://${OVERTURE_HOST}/`)
      ? href.slice(`https://${OVERTURE_HOST}/`.length)
      : href;
  return /^release\/[\w.=/-]+\.parquet$/.test(path) ? `https://${OVERTURE_HOST}/${path}` : undefined;
}
