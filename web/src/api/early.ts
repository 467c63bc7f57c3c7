/**
 * What a page begins with, asked for in one request before anything is drawn (`gateway/src/start.ts`): each reply serves the
 * first request for it. What did not come is asked for as if this were not there.
 */
import { noteServerTime } from './server-time.ts';

/** Replies by the address at which each would be asked for. */
type Replies = Map<string, unknown>;

/** An answer older than this is looked up again. */
const longest = 10_000;

let asked: Promise<Replies> | null = null;

/** Asks for what the pages of the organization at this address begin with. */
export const askStart = (slug: string): void => {
  const replies = fetchReplies(`/api/start?slug=${encodeURIComponent(slug)}`);
  asked = replies;
  setTimeout(() => asked === replies && forgetEarly(), longest);
};

/** Before something is changed: what was answered earlier is no longer so. */
export const forgetEarly = (): void => {
  asked = null;
};

/** The reply to the first request to this address; undefined where it has to be asked for. */
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
