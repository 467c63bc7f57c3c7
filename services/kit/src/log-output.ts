/**
 * The destination of log lines. Pino's own blocks forever at exit when the reader of the pipe is gone (sonic-boom's
 * synchronous flush retries after any error); this one gives up.
 */
import { write, writeSync } from 'node:fs';

/** Writes whole lines, each with its line break. */
export type LogOutput = {
  write: (line: string) => void;
  /** Writes the buffer before it returns, for at most a second while the reader accepts it. */
  flushSync: () => void;
};

/** The buffer is copied with each appended line: eight kilobytes cost less than more or fewer. */
const gatheredLength = 8_192;
const gatherMilliseconds = 100;
/** Maximum buffer for a slow reader, in characters; further lines are dropped to protect the process. */
const maxGathered = 16 * 1_048_576;
const timeoutMilliseconds = 1_000;

const isFull = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN' || error.code === 'EBUSY';
/** The reader is gone, and further lines would not be read. */
const isGone = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'EPIPE' || error.code === 'EIO' || error.code === 'EBADF';

/** Buffers lines for at most 100 ms and writes them together; the rest is written at exit. */
export const openLogOutput = (fd: number): LogOutput => {
  let gathered = '';
  let isWriting = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;

  const letGo = (): void => {
    isOver = true;
    gathered = '';
  };
  const take = (): Buffer => {
    const bytes = Buffer.from(gathered);
    gathered = '';
    return bytes;
  };
  const finish = (): void => {
    isWriting = false;
    if (gathered.length >= gatheredLength) flush();
    else if (gathered !== '') wait();
  };
  const put = (bytes: Buffer): void =>
    write(fd, bytes, (error, written) => {
      if (error && isFull(error)) setTimeout(put, gatherMilliseconds, bytes).unref();
      else if (!error && written < bytes.length) put(bytes.subarray(written));
      else {
        if (error && isGone(error)) letGo();
        finish();
      }
    });
  const flush = (): void => {
    if (isWriting || gathered === '') return;
    isWriting = true;
    put(take());
  };
  const wait = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, gatherMilliseconds).unref();
  };
  const flushSync = (): void => {
    if (gathered !== '' && !isOver && !writeAll(fd, take())) letGo();
  };
  process.on('exit', flushSync);
  return {
    write: (line) => {
      if (isOver || gathered.length > maxGathered) return;
      gathered += line;
      if (gathered.length >= gatheredLength) flush();
      else wait();
    },
    flushSync,
  };
};

/** Returns whether the reader may accept more. */
const writeAll = (fd: number, bytes: Buffer): boolean => {
  const deadline = performance.now() + timeoutMilliseconds;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      if (!isFull(error as NodeJS.ErrnoException)) return !isGone(error as NodeJS.ErrnoException);
      if (performance.now() > deadline) return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return true;
};
