/**
 * A store holds, below its address: files of families by checksum, which are never changed; each version's manifest, which is never
 * changed either; and the newest one's manifest, which is written last.
 */
export const objectPath = (sha256: string): string => `objects/${sha256}`;
export const versionPath = (version: string): string => `versions/${version}.json`;
export const NEWEST = 'manifest.json';
