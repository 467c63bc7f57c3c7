/** Fetches a file while one sees how far it has come. */
import { saveAs } from '../../buyers/save.ts';

/** Larger ones are left to the browser, which writes them to the disk as they come. */
const largestInMemory = 100 * 1024 * 1024;

export type Progress = (share: number) => void;

/** Downloads a file; answers whether it has come. */
export const download = async (
  { url, name, size }: { url: string; name: string; size: number },
  onProgress: Progress,
): Promise<boolean> => {
  if (size > largestInMemory) {
    saveAs(url, name);
    return true;
  }
  const response = await fetch(url, { referrerPolicy: 'no-referrer' }).catch(() => null);
  // A storage that answers other sites' pages nothing still answers a link.
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
