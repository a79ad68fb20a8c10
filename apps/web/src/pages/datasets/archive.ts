import { Zip, ZipDeflate } from 'fflate';
import { Offline, Problem } from '../../api/request.ts';

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string;
  /** Opens its content; called when the files before it are written. */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** Middle ground of fflate between speed and size. */
const LEVEL = 4;

/**
 * Returns files as one ZIP archive. Each is read when the one before is written, piece by piece, so that of texts only the
 * compressed bytes take memory. `onWritten` receives the number of files that are written. Throws what `open` and its stream throw.
 */
export async function archiveOf(files: readonly ArchivedFile[], onWritten?: (count: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (error === null) parts.push(chunk as Uint8Array<ArrayBuffer>);
  });
  for (const [i, { name, open }] of files.entries()) {
    const file = new ZipDeflate(name, { level: LEVEL });
    zip.add(file);
    const reader = (await open()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) file.push(read.value);
    file.push(new Uint8Array(0), true);
    onWritten?.(i + 1);
  }
  zip.end();
  if (failure !== null) throw failure;
  return new Blob(parts, { type: 'application/zip' });
}

/** Returns the names of files of datasets: without characters that file systems refuse, and each once. */
export function fileNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+|[. ]+$/g, '') || 'dataset';
    const numbered = (no: number): string => {
      const tried = no === 1 ? `${plain}.csv` : `${plain} (${no}).csv`;
      return taken.has(tried.toLowerCase()) ? numbered(no + 1) : tried;
    };
    const found = numbered(1);
    taken.add(found.toLowerCase());
    return found;
  });
}

/** Opens what the service answers below a path of the session surface. Throws Problem and Offline. */
export async function openFile(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(`/web/v1${path}`).catch(() => {
    throw new Offline('The service did not answer.');
  });
  if (!answer.ok || answer.body === null)
    throw new Problem(answer.status, (await answer.json().catch(() => ({}))) as Readonly<Record<string, unknown>>);
  return answer.body;
}
