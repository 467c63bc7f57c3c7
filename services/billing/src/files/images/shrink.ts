/** Hands pictures to workers, few at a time, and none for long. */
import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { kitErrors } from '@tessera/kit/errors';
import { looksLikePicture, type PictureWork, refusedExit } from './rules.ts';

/** What came of a picture: its smaller versions in the order of the widths, or why there are none. */
export type Shrunk = { pictures: Buffer[] } | { refused: string };

export type Shrink = (picture: Buffer, work: PictureWork) => Promise<Shrunk>;

const limits = { atOnce: 2, waiting: 50, milliseconds: 20_000 };
const script = fileURLToPath(new URL('worker.ts', import.meta.url));
/** A picture's decoder reads its own code and nothing is ever written; what it would start is not started. */
const restricted = ['--permission', '--allow-addons', '--allow-fs-read=*', '--max-old-space-size=64'];

/** A process is started for each picture, so that billing itself never holds a decoder or its memory. */
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
    // No secret of this process is known to whatever reads the picture.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_WARNING: '0' },
    timeout: limits.milliseconds,
    killSignal: 'SIGKILL',
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A worker that ended early does not read the rest.
  child.stdin.on('error', () => undefined);
  child.stdin.end(picture);
  const [code, output, said] = await Promise.all([exit, buffer(child.stdout), text(child.stderr)]);
  if (code === 0) return { pictures: framesOf(output) };
  // Killed: it took too long, or more memory than there is.
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
