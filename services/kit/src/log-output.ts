/**
 * Where log lines go. Pino's own destination waits for ever at exit when the reader of the pipe is gone (sonic-boom's
 * synchronous flush tries again whatever the error is), so that the process would never end; this one lets go.
 */
import { write, writeSync } from 'node:fs';

/** Takes whole lines, each with its line break. */
export type LogOutput = {
  write: (line: string) => void;
  /** Writes what is gathered before it returns, for as long as the reader takes it, at most a second. */
  flushSync: () => void;
};

/** What is gathered is copied with each line that joins it: eight kilobytes cost less than many lines or few. */
const gatheredLength = 8_192;
const gatherMilliseconds = 100;
/** Characters kept for a reader that is slow; lines beyond are lost rather than the process. */
const maxGathered = 16 * 1_048_576;
const timeoutMilliseconds = 1_000;

const isFull = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN' || error.code === 'EBUSY';
/** The reader is gone, and with it everyone who would read another line. */
const isGone = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'EPIPE' || error.code === 'EIO' || error.code === 'EBADF';

/** Gathers lines for at most a tenth of a second and writes them together; what is left goes out at exit. */
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

/** Answers whether the reader may take more. */
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
