/** The hop to a service: kept connections, and failures told apart. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'node:http';
import type { Failure } from '@tessera/proto/api/error';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { badGateway, timedOut, unavailable } from './refuse.ts';

export type Proxy = (req: IncomingMessage, res: ServerResponse) => void;

export type ProxyOptions = {
  target: string;
  /** Milliseconds without a byte from the service. */
  timeout: number;
  /** Told once for each request that could not be brought to its end. */
  failed: (req: IncomingMessage, res: ServerResponse, failure: Failure, error: unknown) => void;
};

const startedAt = new WeakMap<ServerResponse, number>();
const repeatable = new Set(['GET', 'HEAD']);
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** A proxy to one service. Answers stream through unbuffered; a client that leaves ends the request behind. */
export const createProxy = ({ target, timeout, failed }: ProxyOptions): Proxy & { close: () => void } => {
  const agent = createAgent(timeout);
  const onError = (error: unknown, req: IncomingMessage, res: ServerResponse): void => {
    if (res.destroyed || res.writableEnded) return;
    const elapsed = performance.now() - (startedAt.get(res) ?? 0);
    const { code } = error as { code?: string };
    // A kept connection that the service closed in this very moment: asking again is safe for a read.
    if (
      code === 'ECONNRESET' &&
      elapsed < 1_000 &&
      repeatable.has(req.method ?? '') &&
      !res.headersSent &&
      !isRetried.has(req)
    ) {
      isRetried.add(req);
      send(req, res);
      return;
    }
    failed(req, res, failureOf(code, elapsed >= timeout), error);
  };
  const middleware = createProxyMiddleware({
    target,
    agent,
    pathFilter: () => true,
    ejectPlugins: true,
    plugins: [
      (proxy) =>
        void proxy.on('error', (error, req, res) => req && onError(error, req, res as ServerResponse)),
    ],
  });
  const send: Proxy = (req, res) => {
    startedAt.set(res, performance.now());
    void middleware(req, res);
  };
  return Object.assign(send, { close: () => agent.destroy() });
};

/**
 * Kept connections that give up after so long without a byte. The time limit is the connection's, set once: a timer
 * for each request would cost more than all else that the gateway adds.
 */
const createAgent = (timeout: number): Agent => {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1_024,
    maxFreeSockets: 256,
    scheduling: 'lifo',
    timeout,
  });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    const socket = connect(...args);
    socket?.on('timeout', () => socket.destroy());
    return socket;
  };
  return agent;
};

const isRetried = new WeakSet<IncomingMessage>();

const failureOf = (code: string | undefined, isLate: boolean): Failure => {
  if (isLate) return timedOut;
  return code !== undefined && unreachable.has(code) ? unavailable : badGateway;
};
