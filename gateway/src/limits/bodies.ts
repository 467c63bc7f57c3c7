/**
 * Reads request bodies completely before a service is called, so that a slow body occupies only its own connection.
 * Incomplete bodies are limited in time, per address and per process; beyond the limit the oldest incomplete one is
 * rejected, so that slow clients do not block others.
 */
import type { IncomingMessage } from 'node:http';
import { type Refusal, slowBody, tooLarge, tooManyBodies } from '../request/errors.ts';

export type BodyOptions = {
  /** Milliseconds until a body has to be complete; longer for bodies that arrive steadily, by their size. */
  timeout: number;
  perAddress: number;
  perProcess: number;
};

/** A complete body, the reason for its rejection, or `left` if the client has disconnected. */
type Taken = { kind: 'body'; body: Buffer } | { kind: 'refused'; why: Refusal } | { kind: 'left' };

export type Bodies = {
  /** Reads a request's body of at most `limit` bytes; null if it has none. */
  take: (req: IncomingMessage, limit: number, network: string) => Promise<Taken> | null;
  close: () => void;
};

type Open = { network: string; since: number; size: number; end: (taken: Taken) => void };

/** Minimum bytes per second after the initial timeout: even a slow phone sends more. */
export const bytesASecond = 16_384;
/** Maximum bytes of all incomplete bodies together. */
const maxBytes = 134_217_728;
const sweepMilliseconds = 250;

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Creates the body reader of one process. */
export const createBodies = (options: BodyOptions): Bodies => {
  const open = createRegister(options);
  return {
    take: (req, limit, network) =>
      hasBody(req) ? new Promise((resolve) => read(open, req, { limit, network, resolve })) : null,
    close: open.close,
  };
};

type Register = ReturnType<typeof createRegister>;

/** All incomplete bodies, oldest first, and the same by address. */
const createRegister = ({ timeout, perAddress, perProcess }: BodyOptions) => {
  const all = new Set<Open>();
  const byNetwork = new Map<string, Set<Open>>();
  let bytes = 0;
  const evict = (from: Set<Open>): void => {
    const [oldest] = from;
    oldest?.end({ kind: 'refused', why: tooManyBodies });
  };
  let sweeping: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearInterval(sweeping);
    sweeping = undefined;
  };
  const sweep = (): void => {
    const now = performance.now();
    for (const body of all)
      if (now - body.since > timeout + (body.size / bytesASecond) * 1000)
        body.end({ kind: 'refused', why: slowBody });
    // Stops the timer while there is nothing to sweep.
    if (all.size === 0) close();
  };
  return {
    close,
    add: (body: Open): void => {
      sweeping ??= setInterval(sweep, sweepMilliseconds).unref();
      const own = byNetwork.get(body.network) ?? new Set();
      byNetwork.set(body.network, own.add(body));
      all.add(body);
      if (own.size > perAddress) evict(own);
      if (all.size > perProcess) evict(all);
    },
    grow: (body: Open, size: number): void => {
      body.size += size;
      bytes += size;
      if (bytes > maxBytes) evict(all);
    },
    remove: (body: Open): void => {
      if (!all.delete(body)) return;
      bytes -= body.size;
      const own = byNetwork.get(body.network);
      own?.delete(body);
      if (own?.size === 0) byNetwork.delete(body.network);
    },
  };
};

type Wanted = { limit: number; network: string; resolve: (taken: Taken) => void };

const read = (open: Register, req: IncomingMessage, { limit, network, resolve }: Wanted): void => {
  const chunks: Buffer[] = [];
  let isDone = false;
  const body: Open = {
    network,
    since: performance.now(),
    size: 0,
    end: (taken) => {
      isDone = true;
      open.remove(body);
      resolve(taken);
    },
  };
  const left = (): void => {
    if (!isDone) body.end({ kind: 'left' });
  };
  // After a rejection the rest is read and discarded, so that the client can read the response.
  req.on('data', (chunk: Buffer) => {
    if (isDone) return;
    chunks.push(chunk);
    if (body.size + chunk.length > limit) body.end({ kind: 'refused', why: tooLarge });
    else open.grow(body, chunk.length);
  });
  req.on('end', () => {
    if (!isDone)
      body.end({ kind: 'body', body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) });
  });
  req.on('error', left);
  req.on('close', left);
  open.add(body);
};
