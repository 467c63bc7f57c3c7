/** The end of a server: no request is lost that came before it, or that was on its way. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Time in which callers let go of the connections that they keep. */
const lettingGoMilliseconds = 1_000;
const lookMilliseconds = 20;

/** Connections over which nothing has been asked yet, and since when they are there. */
const unused = new WeakMap<Server, Map<Socket, number>>();

/**
 * Keeps in mind which connections nothing was asked over yet. Browsers open some in advance; to Node they are in use, and
 * a server that ends would wait for them until it cuts off everything.
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

/** Ends those that had their time: a request that was on its way with the connection has come since. */
const endUnused = (server: Server): void => {
  for (const [socket, since] of unused.get(server) ?? [])
    if (performance.now() - since > lettingGoMilliseconds) socket.destroy();
};

/**
 * Tells callers with each answer that it is the connection's last, and closes when none is left, or after a second. A
 * connection that is closed while it rests may be closed under a request: those in use are let go of by their callers.
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
  // A proxy passes on what the service behind it says of its own connection.
  res.setHeader = (name, value): ServerResponse =>
    name.toLowerCase() === 'connection' ? res : setHeader(name, value);
};

/** Those of a server that does not listen any more are not waited for. */
const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** Stops accepting, lets requests under way finish, and ends what still streams after ten seconds. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 10_000);
    // A connection whose last request has been answered would be kept for the next one, which is not coming.
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
