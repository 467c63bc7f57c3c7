/**
 * HTTP calls to providers, with limits of time and size. Redirects are not followed: no provider endpoint should
 * redirect.
 */
import { isJson } from './json.ts';
import type { Json, Tokens } from './provider.ts';

const maxBytes = 1_048_576;
const maxMilliseconds = 10_000;

/** Loaded with the first call: it takes some megabytes, and most sign-ins need no provider. */
const openClient = async () => {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: maxMilliseconds,
    bodyTimeout: maxMilliseconds,
    keepAliveTimeout: 10_000,
  });
  return { request, dispatcher };
};
let client: ReturnType<typeof openClient> | undefined;

/** A failed call to a provider: expected, not a defect of this service. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
  /** Absent: no response. */
  readonly status: number | undefined;
  /** The provider's error code (RFC 6749, section 5.2). */
  readonly error: string | undefined;
  /** Its `error_description`. */
  readonly description: string | undefined;

  constructor(message: string, details: Words & { status?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.error = details.error;
    this.description = details.description;
  }
}

type Words = { error?: string | undefined; description?: string | undefined };

type Call = { method?: 'GET' | 'POST'; headers?: Record<string, string>; form?: [string, string][] };

/** Returns the body of a successful response. Throws `ProviderFailure` for any other response, and for none. */
export const callProvider = async (url: string, call: Call = {}): Promise<Buffer> => {
  const { status, body } = await send(url, call);
  if (status >= 200 && status < 300) return body;
  throw new ProviderFailure(`${new URL(url).host} answered ${status}`, { status, ...wordsOf(body) });
};

/** Returns the JSON object of a successful response. Throws `ProviderFailure`. */
export const fetchJson = async (url: string, call: Call = {}): Promise<Json> => {
  const json = parseJson(await callProvider(url, call));
  if (!isJson(json)) throw new ProviderFailure(`${new URL(url).host} answered no JSON object`);
  return json;
};

/** The authorization header of a user info request. */
export const bearer = ({ accessToken }: Tokens): Record<string, string> => ({
  authorization: `Bearer ${accessToken ?? ''}`,
});

/** Appends an encoded query to a URL. */
export const withQuery = (url: string, query: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${query}`;

const send = async (url: string, { method = 'GET', headers = {}, form }: Call) => {
  client ??= openClient();
  const { request, dispatcher } = await client;
  try {
    const answer = await request(url, {
      method,
      dispatcher,
      signal: AbortSignal.timeout(maxMilliseconds),
      headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    return { status: answer.statusCode, body: await readBody(answer.body) };
  } catch (cause) {
    if (cause instanceof ProviderFailure) throw cause;
    throw new ProviderFailure(`${new URL(url).host} could not be asked`, { cause });
  }
};

const readBody = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the connection.
    if (size > maxBytes) throw new ProviderFailure('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

const wordsOf = (body: Buffer): Words => {
  const json = parseJson(body);
  if (!isJson(json)) return {};
  return { error: shorten(json['error']), description: shorten(json['error_description']) };
};

const shorten = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.slice(0, 200) : undefined;
