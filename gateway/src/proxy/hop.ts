/**
 * Proxies complete requests to a service over undici's pooled connections, at half the cost of Node's own client with
 * its streams. Streamed requests use `proxy.ts`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Dispatcher, Pool as UndiciPool } from 'undici';
import { badGateway, overloaded, type Refusal, timedOut, unavailable } from '../request/errors.ts';
import { createLine, isRepeatable, type Proxy, type ProxyOptions, unreachable } from './proxy.ts';

/** Imports the pool alone: all of undici, with fetch and WebSocket, would take eight megabytes more. */
const Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as typeof UndiciPool;

/** A request in progress. */
type Passage = {
  req: IncomingMessage;
  res: ServerResponse;
  body: Buffer | undefined;
  startedAt: number;
  isRetried: boolean;
};

type Handler = Dispatcher.DispatchHandler;

/**
 * Proxies complete requests to one service. Responses are streamed; a client that disconnects aborts the upstream
 * request.
 */
export const createHop = (options: ProxyOptions): Proxy & { close: () => void } => {
  const { target, timeout, sockets = 1_024, failed } = options;
  const pool = new Pool(target, {
    connections: sockets,
    connectTimeout: timeout,
    headersTimeout: timeout,
    bodyTimeout: timeout,
  });
  const line = createLine(sockets);
  const pass = (passage: Passage): void => {
    const { req, body = null } = passage;
    const { url: path = '/', method = 'GET', headers } = req;
    pool.dispatch(
      { path, method: method as Dispatcher.HttpMethod, headers, body },
      answerOf(passage, options, pass),
    );
  };
  const send: Proxy = (req, res, body) => {
    if (!line.enter(res)) {
      failed(req, res, overloaded, new Error('all connections are taken and none becomes free'));
      return;
    }
    nameNoBody(req);
    pass({ req, res, body, startedAt: performance.now(), isRetried: false });
  };
  return Object.assign(send, { close: () => void pool.destroy() });
};

/**
 * States that a DELETE has no body, as Node's own client does: services distinguish that from a body of unknown
 * length.
 */
const nameNoBody = ({ method, headers }: IncomingMessage): void => {
  if (method === 'DELETE' || method === 'OPTIONS') headers['content-length'] ??= '0';
};

/** Headers that concern the connection to the service. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade']);

/** Forwards the service's response to the caller. */
const answerOf = (
  passage: Passage,
  { timeout, failed, answered }: ProxyOptions,
  again: (passage: Passage) => void,
): Handler => {
  const { req, res } = passage;
  const body = passOn(res);
  let hasBegun = false;
  return {
    onRequestStart: (controller) => {
      const leave = (): void => {
        if (!res.writableFinished) controller.abort(new Error('the caller has left'));
      };
      if (res.destroyed) leave();
      else res.once('close', leave);
    },
    onResponseStart: (_controller, status, headers) => {
      // Informational (1xx) response.
      if (status < 200) return;
      hasBegun = true;
      answered?.(req, headers);
      res.statusCode = status;
      for (const name in headers) {
        const value = headers[name];
        if (value !== undefined && !ofConnection.has(name)) res.setHeader(name, value);
      }
      body.begin(Number(headers['content-length'] ?? Number.NaN));
    },
    onResponseData: body.write,
    onResponseEnd: body.end,
    onResponseError: (_controller, error) => {
      if (res.destroyed || res.writableEnded) return;
      if (hasBegun) {
        res.destroy();
        return;
      }
      const elapsed = performance.now() - passage.startedAt;
      // The service closed a kept connection at this very moment: retrying is safe for a read.
      if (isLost(error) && elapsed < 1_000 && isRepeatable(req) && !passage.isRetried)
        again({ ...passage, isRetried: true });
      else failed(req, res, failureOf(error, elapsed >= timeout), error);
    },
  };
};

/** Beyond this size, copying costs more than a second write. */
const copiedBytes = 4_096;

/**
 * Writes the body of a response. One that comes in one chunk is written together with its head, a small one as one
 * string with it.
 */
const passOn = (res: ServerResponse) => {
  let length = Number.NaN;
  let whole: Buffer | undefined;
  let isWaiting = false;
  return {
    begin: (bytes: number): void => {
      length = bytes;
    },
    write: (controller: Dispatcher.DispatchController, chunk: Buffer): void => {
      if (chunk.length === length) whole = chunk;
      else if (!res.write(chunk)) {
        controller.pause();
        if (!isWaiting) res.on('drain', () => controller.resume());
        isWaiting = true;
      }
    },
    end: (): void => {
      if (whole && whole.length <= copiedBytes) res.end(whole.toString('latin1'), 'latin1');
      else if (whole) res.end(whole);
      else res.end();
    },
  };
};

const codeOf = (error: Error): string => (error as { code?: string }).code ?? '';

const isLost = (error: Error): boolean => lost.has(codeOf(error));
const lost = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const late = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

const failureOf = (error: Error, isLate: boolean): Refusal => {
  const code = codeOf(error);
  if (isLate || late.has(code)) return timedOut;
  return unreachable.has(code) ? unavailable : badGateway;
};
