/** HTTP servers of tests, on free local ports. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on a free local port and returns the base URL. Idle connections stay open: on a busy machine the client, often
 * in the same process, would not see in time that one was closed, and its next request on it would fail.
 */
export const listen = async (server: Server): Promise<string> => {
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
