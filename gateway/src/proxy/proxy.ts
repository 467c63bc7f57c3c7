/** Proxies streamed requests and responses to a service over kept connections, and classifies failures. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { badGateway, overloaded, type Refusal, timedOut, unavailable } from '../request/errors.ts';

/** Proxies a request; `body` is the part that was read already, undefined if there is none. */
export type Proxy = (req: IncomingMessage, res: ServerResponse, body?: Buffer) => void;

export type ProxyOptions = {
  target: string;
  /** Milliseconds without a byte from the service. */
  timeout: number;
  /** Maximum connections to the service; default 1024. */
  sockets?: number;
  /** Called once for each request that could not be completed. */
  failed: (req: IncomingMessage, res: ServerResponse, failure: Refusal, error: unknown) => void;
  /** Called with the headers of each response, before the caller gets it. */
  answered?: (req: IncomingMessage, headers: IncomingHttpHeaders) => void;
};

const startedAt = new WeakMap<ServerResponse, number>();
const bodies = new WeakMap<IncomingMessage, Buffer>();
const repeatable = new Set(['GET', 'HEAD']);

/** Whether a request may be retried. */
export const isRepeatable = ({ method = '' }: IncomingMessage): boolean => repeatable.has(method);

/** Error codes that mean that the service cannot be reached. */
export const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/** Creates a proxy to one service. Responses are streamed; a client that disconnects aborts the upstream request. */
export const createProxy = ({
  target,
  timeout,
  sockets = 1_024,
  failed,
  answered,
}: ProxyOptions): Proxy & { close: () => void } => {
  const agent = createAgent(timeout, sockets);
  const line = createLine(sockets);
  const onError = (error: unknown, req: IncomingMessage, res: ServerResponse): void => {
    if (res.destroyed || res.writableEnded) return;
    const elapsed = performance.now() - (startedAt.get(res) ?? 0);
    const { code } = error as { code?: string };
    // The service closed a kept connection at this very moment: retrying is safe for a read.
    if (
      code === 'ECONNRESET' &&
      elapsed < 1_000 &&
      isRepeatable(req) &&
      !res.headersSent &&
      !isRetried.has(req)
    ) {
      isRetried.add(req);
      pass(req, res);
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
        void proxy
          .on('error', (error, req, res) => req && onError(error, req, res as ServerResponse))
          .on('proxyReq', (outgoing, req) => {
            const body = bodies.get(req);
            if (body) outgoing.end(body);
          })
          .on('proxyRes', ({ headers }, req) => answered?.(req, headers)),
    ],
  });
  const pass = (req: IncomingMessage, res: ServerResponse): void => {
    startedAt.set(res, performance.now());
    void middleware(req, res);
  };
  const send: Proxy = (req, res, body) => {
    if (!line.enter(res)) {
      failed(req, res, overloaded, new Error('all connections are taken and none becomes free'));
      return;
    }
    if (body) bodies.set(req, body);
    pass(req, res);
  };
  return Object.assign(send, { close: () => agent.destroy() });
};

/** If a service completes nothing for this long, further requests are not queued for it. */
const timeoutMilliseconds = 1_000;

/**
 * Counts the requests in progress to a service. As many requests as there are connections may queue in addition, as
 * long as responses arrive: if the service hangs or the queue is longer, failing fast is better than a late failure.
 */
export const createLine = (sockets: number) => {
  let underWay = 0;
  let movedAt = 0;
  const leave = (): void => {
    underWay -= 1;
    movedAt = performance.now();
  };
  return {
    enter: (res: ServerResponse): boolean => {
      if (underWay === sockets - 1) movedAt = performance.now();
      if (underWay >= sockets) {
        const isStuck = performance.now() - movedAt > timeoutMilliseconds;
        if (isStuck || underWay >= sockets * 2) return false;
      }
      underWay += 1;
      res.once('close', leave);
      return true;
    },
  };
};

/**
 * Kept connections that time out after so long without a byte. The timeout is set once per connection: a timer per
 * request would cost more than everything else that the gateway adds.
 */
const createAgent = (timeout: number, sockets: number): Agent => {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: sockets,
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

const failureOf = (code: string | undefined, isLate: boolean): Refusal => {
  if (isLate) return timedOut;
  return code !== undefined && unreachable.has(code) ? unavailable : badGateway;
};
