/**
 * Limits open connections per address and per process: each holds a file descriptor, and up to 28 KB with an
 * unfinished head. Without a limit one sender, who sends nothing but these, uses up both for everybody. Beyond a limit
 * the oldest connection without a request in progress is closed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@tessera/kit/http/network';
import { addressOfSocket } from '../request/address.ts';

export type ConnectionOptions = {
  perAddress: number;
  perProcess: number;
  /** With proxies in front, connections have their addresses: only the limit of the process applies. */
  trustedProxies: number;
};

/** Limits the connections of a server. */
export const boundConnections = (
  server: Server,
  { perAddress, perProcess, trustedProxies }: ConnectionOptions,
): void => {
  /** With their networks: a socket that has been closed does not know its address any more. */
  const all = new Map<Socket, string>();
  const byNetwork = new Map<string, Set<Socket>>();
  const answers = new WeakMap<Socket, ServerResponse>();
  const isWaiting = (socket: Socket): boolean => {
    const res = answers.get(socket);
    return res === undefined || res.writableFinished || res.destroyed;
  };
  const remove = (socket: Socket): void => {
    const network = all.get(socket);
    if (network === undefined) return;
    all.delete(socket);
    const own = byNetwork.get(network);
    own?.delete(socket);
    if (own?.size === 0) byNetwork.delete(network);
  };
  /** Always finds one: the newest has had no request yet. */
  const closeOldest = (from: Iterable<Socket>): void => {
    for (const socket of from)
      if (isWaiting(socket)) {
        // Not counted any more from now on; its `close` comes later.
        remove(socket);
        socket.destroy();
        return;
      }
  };
  server.on('connection', (socket: Socket) => {
    const network = networkOf(addressOfSocket(socket));
    const own = byNetwork.get(network) ?? new Set();
    byNetwork.set(network, own.add(socket));
    all.set(socket, network);
    socket.once('close', () => remove(socket));
    if (trustedProxies === 0 && own.size > perAddress) closeOldest(own);
    if (all.size > perProcess) closeOldest(all.keys());
  });
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => answers.set(socket, res));
};
