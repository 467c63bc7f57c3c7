/** A timeout for request bodies. Node's own allows no exceptions, which uploads of large files need. */
import type { IncomingMessage, Server } from 'node:http';

const milliseconds = 60_000;
const sweepMilliseconds = 5_000;

const long = new WeakSet<IncomingMessage>();

/** Exempts a request's body from the timeout; the caller must bound it otherwise. */
export const allowLongBody = (req: IncomingMessage): void => {
  long.add(req);
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes connections of requests whose body is incomplete after a minute. `after`: milliseconds, for tests. */
export const boundBodies = (server: Server, after = milliseconds): void => {
  const open = new Map<IncomingMessage, number>();
  server.requestTimeout = 0;
  server.headersTimeout = milliseconds;
  server.on('request', (req: IncomingMessage) => {
    if (!hasBody(req)) return;
    open.set(req, performance.now());
    req.once('close', () => open.delete(req));
  });
  const sweep = (): void => {
    const now = performance.now();
    for (const [req, since] of open) {
      if (req.complete) open.delete(req);
      else if (now - since > after && !long.has(req)) req.socket.destroy();
    }
  };
  const sweeping = setInterval(sweep, Math.min(sweepMilliseconds, after)).unref();
  server.once('close', () => clearInterval(sweeping));
};
