/** One attempt: signs the message, posts it and reports the outcome. */
import { currentTraceparent, withSpan } from '@tessera/kit/observability/telemetry';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';
import { type Agent, request } from 'undici';
import { bodyFor } from './formats.ts';
import { askedDelay, keptBytes, readableStart } from './rules.ts';
import { signatureHeaders } from './signature.ts';

/** The input of an attempt. */
export type Message = {
  eventId: string;
  type: string;
  payload: string;
  url: string;
  format: WebhookFormat;
  keys: Buffer[];
  traceparent: string | null;
  isTest: boolean;
};

/** The outcome of an attempt. `httpCode` is null without a response; `error` then says why. */
export type Outcome = {
  succeeded: boolean;
  httpCode: number | null;
  durationMs: number;
  response: string | null;
  error: string | null;
  /** Seconds by the receiver's `Retry-After`; 0 without it. */
  askedDelay: number;
};

export type Sender = { agent: Agent; timeoutMilliseconds: number };

const userAgent = 'Tessera-Webhooks/1.0';
/** Bytes of a response that are read to reuse the connection; a longer response closes it. */
const maxRead = 65_536;

/** Sends a message at most once. Never throws; returns null when `stopping` aborted it before it had an outcome. */
export const sendMessage = (
  sender: Sender,
  message: Message,
  stopping: AbortSignal,
): Promise<Outcome | null> =>
  withSpan(`webhook ${message.type}`, { traceparent: message.traceparent ?? undefined }, () =>
    post(sender, message, stopping),
  );

const post = async (sender: Sender, message: Message, stopping: AbortSignal): Promise<Outcome | null> => {
  const started = performance.now();
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), sender.timeoutMilliseconds);
  const stop = (): void => ending.abort();
  stopping.addEventListener('abort', stop);
  const outcome = (rest: Omit<Outcome, 'durationMs'>): Outcome => ({
    ...rest,
    durationMs: Math.round(performance.now() - started),
  });
  try {
    const { statusCode, headers, body } = await request(message.url, {
      ...requestOf(message),
      dispatcher: sender.agent,
      signal: ending.signal,
      // The timer above bounds the whole attempt; these would bound its parts only.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = readableStart(await readStart(body));
    const succeeded = statusCode >= 200 && statusCode < 300;
    // System time: dates in the response are in the receiver's time, not in business time.
    const delay = askedDelay([headers['retry-after']].flat()[0], new Date());
    return outcome({ succeeded, httpCode: statusCode, response, error: null, askedDelay: delay });
  } catch (error) {
    if (stopping.aborted) return null;
    const words = ending.signal.aborted ? timedOut(sender.timeoutMilliseconds) : wordsFor(error);
    return outcome({ succeeded: false, httpCode: null, response: null, error: words, askedDelay: 0 });
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
};

const requestOf = (message: Message) => {
  const body = bodyFor(message.format, message.payload, message.isTest);
  const traceparent = currentTraceparent() ?? message.traceparent;
  return {
    method: 'POST' as const,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      // System time, not business time: the receiver compares it with its own clock.
      ...signatureHeaders(message.keys, { id: message.eventId, at: new Date(), body }),
      ...(message.isTest && { 'webhook-test': 'true' }),
      ...(traceparent && { traceparent }),
    },
  };
};

/** Returns the start of a body. Reads the rest too, unless it is long, so that the connection can be reused. */
const readStart = async (body: AsyncIterable<Buffer> & { destroy: () => unknown }): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let kept = 0;
  let read = 0;
  try {
    for await (const chunk of body) {
      read += chunk.length;
      if (kept < keptBytes) chunks.push(chunk);
      kept += chunk.length;
      if (read > maxRead) break;
    }
  } catch {
    // The status code decides; a body that breaks off does not change the outcome.
  }
  body.destroy();
  return Buffer.concat(chunks);
};

const timedOut = (milliseconds: number): string => `No answer within ${milliseconds / 1000} seconds`;

const words: Record<string, string> = {
  FORBIDDEN_DESTINATION: 'The address is not allowed',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer came',
  UND_ERR_SOCKET: 'The connection was closed before an answer came',
  EPIPE: 'The connection was closed before an answer came',
  ENOTFOUND: 'The host name could not be resolved',
  EAI_AGAIN: 'The host name could not be resolved',
  ENODATA: 'The host name could not be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be established in time',
  ETIMEDOUT: 'The connection could not be established in time',
  EHOSTUNREACH: 'The host could not be reached',
  ENETUNREACH: 'The host could not be reached',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
};

/** The error text for the endpoint's owner. Contains no IP address: results of internal DNS must not leak. */
const wordsFor = (error: unknown): string => {
  const code = codeOf(error);
  if (words[code]) return words[code];
  if (/CERT|TLS|SSL|ERR_SSL|SIGNATURE/.test(code)) return `The TLS certificate was not accepted (${code})`;
  if ((error as Error).name === 'HTTPParserError') return 'The answer is not valid HTTP';
  return code ? `The request failed (${code})` : 'The request failed';
};

const codeOf = (error: unknown): string => {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === 'string') return code;
  if (errors?.[0]) return codeOf(errors[0]);
  return cause ? codeOf(cause) : '';
};
