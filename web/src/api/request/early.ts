/**
 * The initial data of a page, requested in one batch before rendering (`gateway/src/pages/start.ts`). Each reply serves the
 * first request for it; what is missing is requested as usual.
 */
import { noteServerTime } from './server-time.ts';

/** Replies by the address of the request that each one serves. */
type Replies = Map<string, unknown>;

/** In ms; older replies are requested again. */
const longest = 10_000;

let asked: Promise<Replies> | null = null;

/** Requests the initial data of the organization's pages at this address. */
export const askStart = (slug: string): void => {
  const replies = fetchReplies(`/api/start?slug=${encodeURIComponent(slug)}`);
  asked = replies;
  setTimeout(() => asked === replies && forgetEarly(), longest);
};

/** Called before a change: earlier replies are stale then. */
export const forgetEarly = (): void => {
  asked = null;
};

/** The reply for the first request to this address; undefined when it has to be requested. */
export const takeEarly = async (address: string): Promise<unknown> => {
  if (asked === null || !isAmongThem(address)) return undefined;
  const from = asked;
  const replies = await from;
  if (from !== asked) return undefined;
  const reply = replies.get(address);
  replies.delete(address);
  return reply;
};

const isAmongThem = (address: string): boolean =>
  /\/(get-session|own-membership|preferences|public-options|v1\/organizations\/)(\?|$)/.test(address);

const fetchReplies = async (url: string): Promise<Replies> => {
  try {
    const response = await fetch(url, { credentials: 'same-origin', signal: AbortSignal.timeout(30_000) });
    if (!response.ok) return new Map();
    noteServerTime(response);
    return new Map(Object.entries((await response.json()) as Record<string, unknown>));
  } catch {
    return new Map();
  }
};
