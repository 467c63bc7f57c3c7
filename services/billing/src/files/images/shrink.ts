/** Resizes pictures in worker processes, with limits on their number and run time. */
import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { kitErrors } from '@tessera/kit/errors';
import { looksLikePicture, type PictureWork, refusedExit } from './rules.ts';

/** The resized versions, in the order of the widths, or the reason why there are none. */
export type Shrunk = { pictures: Buffer[] } | { refused: string };

export type Shrink = (picture: Buffer, work: PictureWork) => Promise<Shrunk>;

const limits = { atOnce: 2, waiting: 50, milliseconds: 20_000 };
const script = fileURLToPath(new URL('worker.ts', import.meta.url));
/** Flags of the worker: it can read files but not write them, and starts no processes. */
const restricted = ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64'];

/** Starts a process for each picture, so that decoders and their memory stay outside of this process. */
export const createShrink = (): Shrink => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running < limits.atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= limits.waiting) throw kitErrors.ServiceUnavailable('Too many images at once.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async (picture, work) => {
    if (!looksLikePicture(picture))
      return { refused: 'The file is not a JPEG, PNG, GIF, WebP or SVG image.' };
    await turn();
    try {
      return await runWorker(picture, work);
    } finally {
      done();
    }
  };
};

const unreadable = { refused: 'The image cannot be read.' };

const runWorker = async (picture: Buffer, work: PictureWork): Promise<Shrunk> => {
  const child = spawn(process.execPath, [...restricted, script, JSON.stringify(work)], {
    stdio: 'pipe',
    // The worker, which decodes untrusted data, gets none of this process's secrets.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_WARNING: '0' },
    timeout: limits.milliseconds,
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
