import { fileURLToPath } from 'node:url';
import { fileStore } from './fileStore.ts';
import { httpStore } from './httpStore.ts';
import { s3Store } from './s3Store.ts';
import { StorageError } from './storageError.ts';
import type { Store, WritableStore } from './store.ts';

/** Where a territory lies: its store, and which of its versions; the newest where none is named. */
export interface Address {
  readonly store: Store;
  readonly version?: string;
}

const VERSION = /@([A-Za-z0-9][A-Za-z0-9._-]{0,99})$/;

/**
 * Reads "s3://bucket/country@2026-10", "https://host/country" or "file:///country". Throws StorageError for any other text.
 */
export function readAddress(text: string): Address {
  const version = VERSION.exec(text)?.[1];
  const place = version === undefined ? text : text.slice(0, -version.length - 1);
  return { store: storeOf(place), ...(version === undefined ? {} : { version }) };
}

/** Reads the address of a store for files that are written: "s3://bucket/prefix" or "file:///folder". Throws StorageError for any other. */
export function openStore(text: string): WritableStore {
  const store = writableAt(URL.canParse(text) ? new URL(text) : null);
  if (store !== null) return store;
  throw new StorageError(`"${text}" is no address of a store. Write s3://bucket/prefix or file:///folder.`);
}

function writableAt(url: URL | null): WritableStore | null {
  if (url?.protocol === 's3:' && url.hostname !== '') {
    return s3Store(url.hostname, decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, ''));
  }
  return url?.protocol === 'file:' ? fileStore(fileURLToPath(url)) : null;
}

function storeOf(text: string): Store {
  const url = URL.canParse(text) ? new URL(text) : null;
  const writable = writableAt(url);
  if (writable !== null) return writable;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return httpStore(url);
  throw new StorageError(
    `"${text}" is no address of a territory. Write s3://bucket/name, https://host/name or file:///folder, with @version for one that is not the newest.`,
  );
}
