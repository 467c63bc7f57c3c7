/**
 * The hop to a service of a request that was taken in whole: over undici's kept connections, which cost half of what Node's
 * own client and the streams between it and the answer do. What is not whole goes by `proxy.ts`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Dispatcher, Pool as UndiciPool } from 'undici';
import { createLine, isRepeatable, type Proxy, type ProxyOptions, unreachable } from './proxy.ts';
import { badGateway, overloaded, type Refusal, timedOut, unavailable } from './refuse.ts';

/** The pool alone: all of undici, with fetch and sockets of the web, would hold eight megabytes more in a process at rest. */
const Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as typeof UndiciPool;

/** A request on its way to a service and back. */
type Passage = {
  req: IncomingMessage;
  res: ServerResponse;
  body: Buffer | undefined;
  startedAt: number;
  isRetried: boolean;
};

type Handler = Dispatcher.DispatchHandler;

/** Passes whole requests to one service. Answers go through as they come; a client that leaves ends the request behind. */
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

/** A deletion says that it has no body, as it does by Node's own client: services tell that from one whose length is open. */
const nameNoBody = ({ method, headers }: IncomingMessage): void => {
  if (method === 'DELETE' || method === 'OPTIONS') headers['content-length'] ??= '0';
};

/** What is about the service's own connection. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer', 'upgrade']);

/** Takes the service's answer to the caller. */
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
      // What only announces an answer.
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
      // A kept connection that the service closed in this very moment: asking again is safe for a read.
      if (isLost(error) && elapsed < 1_000 && isRepeatable(req) && !passage.isRetried)
        again({ ...passage, isRetried: true });
      else failed(req, res, failureOf(error, elapsed >= timeout), error);
    },
  };
};

/** Beyond, copying costs more than a second piece. */
const copiedBytes = 4_096;

/** The body of an answer. One that comes in one piece is written together with its head, a small one as one text with it. */
const passOn = (res: ServerResponse) => {
  let length = Number.NaN;
  let whole: Buffer | undefined;
  let isWaiting = false;
  return {
    begin: (told: number): void => {
      length = told;
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
