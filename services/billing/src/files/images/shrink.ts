/** Resizes pictures in worker processes of limited run time; `files/storage/turns.ts` limits their number. */
import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { looksLikePicture, type PictureWork, refusedExit } from './rules.ts';

/** The resized versions, in the order of the widths, or the reason why there are none. */
type Shrunk = { pictures: Buffer[] } | { refused: string };

const timeoutMilliseconds = 20_000;
const script = fileURLToPath(new URL('worker.ts', import.meta.url));
/** Flags of the worker: it can read files but not write them, and starts no processes. */
const restricted = ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64'];

const unreadable = { refused: 'The image cannot be read.' };

/** Starts a process for each picture, so that decoders and their memory stay outside of this process. */
export const shrink = async (picture: Buffer, work: PictureWork): Promise<Shrunk> =>
  looksLikePicture(picture)
    ? runWorker(picture, work)
    : { refused: 'The file is not a JPEG, PNG, GIF, WebP or SVG image.' };

const runWorker = async (picture: Buffer, work: PictureWork): Promise<Shrunk> => {
  const child = spawn(process.execPath, [...restricted, script, JSON.stringify(work)], {
    stdio: 'pipe',
    // The worker, which decodes untrusted data, gets none of this process's secrets.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_WARNING: '0' },
    timeout: timeoutMilliseconds,
    killSignal: 'SIGKILL',
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A worker that exits early does not read the rest.
  child.stdin.on('error', () => undefined);
  child.stdin.end(picture);
  const [code, output, said] = await Promise.all([exit, buffer(child.stdout), text(child.stderr)]);
  if (code === 0) return { pictures: framesOf(output) };
  // A null code means that it was killed: it exceeded its time or memory.
  if (code === refusedExit || code === null)
    return said.includes('pixel limit') ? { refused: 'The image has too many pixels.' } : unreadable;
  throw new Error(`the picture worker failed: ${said.slice(-500)}`);
};

const framesOf = (output: Buffer): Buffer[] => {
  const frames: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const length = output.readUInt32BE(at);
    frames.push(output.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return frames;
};
