/** Downloads a file with progress. */
import { saveAs } from '../../buyers/display/save.ts';

/** Bytes. Larger files are left to the browser, which streams them to the disk. */
const largestInMemory = 100 * 1024 * 1024;

export type Progress = (share: number) => void;

/** Downloads a file; returns whether it succeeded. */
export const download = async (
  { url, name, size }: { url: string; name: string; size: number },
  onProgress: Progress,
): Promise<boolean> => {
  if (size > largestInMemory) {
    saveAs(url, name);
    return true;
  }
  const response = await fetch(url, { referrerPolicy: 'no-referrer' }).catch(() => null);
  // A storage without CORS headers can still be opened as a link.
  if (response === null) {
    saveAs(url, name);
    return true;
  }
  if (!response.ok || response.body === null) return false;
  const parts = await read(response.body, size, onProgress).catch(() => null);
  if (parts === null) return false;
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  saveAs(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
};

const read = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  size: number,
  onProgress: Progress,
): Promise<BlobPart[]> => {
  const parts: BlobPart[] = [];
  const reader = body.getReader();
  for (let come = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    come += value.length;
    onProgress(size > 0 ? Math.min(1, come / size) : 1);
  }
};
