/** HTTP calls to platforms: limited in time and size; redirects only within the platform. */
const maxMilliseconds = 10_000;
const maxBytes = 4_194_304;
const maxRedirects = 3;
/** Upper limit of the delay that a platform may ask for. */
const maxPauseSeconds = 3_600;

/**
 * Why a call failed. `busy`: to be retried later (`seconds`: the delay, if known). `refused`: the seller must fix the
 * configuration. `customer`: the account's owner must act.
 */
export type PlatformFault = 'busy' | 'refused' | 'customer';

/** An expected failure of a call, which needs no operator. The message is for people. */
export class PlatformFailure extends Error {
  override name = 'PlatformFailure';
  readonly fault: PlatformFault;
  readonly status: number | undefined;
  readonly seconds: number | undefined;

  constructor(
    fault: PlatformFault,
    message: string,
    details: { status?: number | undefined; seconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.fault = fault;
    this.status = details.status;
    this.seconds = details.seconds;
  }
}

/** `as`: the value of the `authorization` header. */
export type PlatformCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  as?: string;
  json?: unknown;
  form?: Record<string, string>;
};

export type PlatformReply = { status: number; json: unknown };

/** Makes a call and returns any response, except those that ask for a retry. Throws PlatformFailure. */
export const callPlatform = async (url: string, call: PlatformCall = {}): Promise<PlatformReply> => {
  const { host } = new URL(url);
  let reply: Response;
  try {
    reply = await send(url, call, AbortSignal.timeout(maxMilliseconds));
    const body = await readJson(reply);
    if (!isBusy(reply)) return { status: reply.status, json: body };
  } catch (cause) {
    throw new PlatformFailure('busy', `${host} could not be reached.`, { cause });
  }
  throw new PlatformFailure('busy', `${host} answered ${reply.status}.`, {
    status: reply.status,
    seconds: pauseOf(reply),
  });
};

/** Repeats the call where the platform has moved its object, such as a repository that was renamed. */
const send = async (url: string, call: PlatformCall, signal: AbortSignal): Promise<Response> => {
  let reply = await sendOnce(url, call, signal);
  for (let at = url, count = 0; count < maxRedirects; count += 1) {
    const location = reply.headers.get('location');
    if (![301, 302, 307, 308].includes(reply.status) || location === null) break;
    const next = new URL(location, at);
    if (next.origin !== new URL(url).origin) break;
    at = next.href;
    reply = await sendOnce(at, call, signal);
  }
  return reply;
};

const sendOnce = (
  url: string,
  { method = 'GET', as, json, form }: PlatformCall,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method,
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      'user-agent': 'Tessera',
      ...(as && { authorization: as }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: new URLSearchParams(form) }),
  });

/** Rate limits, which GitHub also reports with 403, and server errors. */
const isBusy = ({ status, headers }: Response): boolean =>
  status === 429 ||
  status >= 500 ||
  (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'));

/** The delay in seconds, from the header with a duration or the one with a time. */
const pauseOf = ({ headers }: Response): number | undefined => {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const until = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) - Date.now() / 1000;
  const seconds = [after, until].find((value) => Number.isFinite(value) && value >= 0);
  return seconds === undefined ? undefined : Math.min(seconds, maxPauseSeconds);
};

const readJson = async ({ body }: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
};
