/** Graceful shutdown of an HTTP server: requests in progress or in transit are not lost. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Time for clients to close their keep-alive connections. */
const lettingGoMilliseconds = 1_000;
const lookMilliseconds = 20;

/** Connections without a request so far, with the time they were opened. */
const unused = new WeakMap<Server, Map<Socket, number>>();

/**
 * Tracks connections without a request so far. Browsers open some in advance; Node counts them as active, and closing
 * the server would wait for them until its timeout.
 */
export const watchUnused = (server: Server): void => {
  const since = new Map<Socket, number>();
  unused.set(server, since);
  server.on('connection', (socket: Socket) => {
    since.set(socket, performance.now());
    socket.once('close', () => since.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => since.delete(socket));
};

/** Closes unused connections older than a second: a request in transit would have arrived by now. */
const endUnused = (server: Server): void => {
  for (const [socket, since] of unused.get(server) ?? [])
    if (performance.now() - since > lettingGoMilliseconds) socket.destroy();
};

/**
 * Sends `Connection: close` with each response, and closes the server once no connection is left, or after a second.
 * Closing an idle connection may break a request in transit on it, so clients get that time to close theirs.
 */
export const drainServer = async (server: Server): Promise<void> => {
  server.prependListener('request', lastAnswer);
  const deadline = performance.now() + lettingGoMilliseconds;
  while (performance.now() < deadline && (await countConnections(server)) > 0) await delay(lookMilliseconds);
  await closeServer(server);
};

const lastAnswer: RequestListener = (_req, res) => {
  res.setHeader('connection', 'close');
  const setHeader = res.setHeader.bind(res);
  // A proxy would copy the `connection` header of the service behind it.
  res.setHeader = (name, value): ServerResponse =>
    name.toLowerCase() === 'connection' ? res : setHeader(name, value);
};

/** Returns 0 when the server no longer listens. */
const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** Stops accepting connections, lets requests in progress finish, and aborts what still streams after ten seconds. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 10_000);
    // A connection that becomes idle would otherwise be kept open for a next request.
    const sweeping = setInterval(() => {
      server.closeIdleConnections();
      endUnused(server);
    }, 50);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweeping);
      resolve();
    });
  });
