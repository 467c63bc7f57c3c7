/** Live updates: the server reports changes, and the page refetches. */
import { base } from '../buyers/request/call.ts';

const firstRestMilliseconds = 1_000;
const longestRestMilliseconds = 60_000;
/** In ms; changes within this time cause one refetch. */
const gatherMilliseconds = 150;

/**
 * Follows a session's event stream while the page is visible. `onChange` is also called when the stream reconnects
 * after an interruption. Returns a function that stops it.
 */
export const followChanges = (token: string, onChange: () => void): (() => void) => {
  let leaving = new AbortController();
  let isStopped = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    if (isStopped) return;
    gathering ??= setTimeout(() => {
      gathering = undefined;
      onChange();
    }, gatherMilliseconds);
  };
  const run = async (): Promise<void> => {
    for (let rest = firstRestMilliseconds; !isStopped; ) {
      if (document.hidden) {
        await untilSeen();
        tell();
      }
      if (isStopped) return;
      leaving = new AbortController();
      const began = Date.now();
      const status = await follow(token, { signal: leaving.signal, tell });
      // The session has ended: the page's next request reports it.
      if (status === 401 || status === 403) return;
      rest =
        Date.now() - began > longestRestMilliseconds
          ? firstRestMilliseconds
          : Math.min(rest * 2, longestRestMilliseconds);
      if (isStopped || document.hidden) continue;
      await pause(rest);
      if (status === 200) tell();
    }
  };
  const onVisibility = () => {
    if (document.hidden) leaving.abort();
  };
  document.addEventListener('visibilitychange', onVisibility);
  void run();
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(gathering);
    leaving.abort();
  };
};

type Following = { signal: AbortSignal; tell: () => void };

/** One connection, until it ends. Returns its status; 0: not connected. */
const follow = async (token: string, { signal, tell }: Following): Promise<number> => {
  const response = await fetch(`${base}/customer-portal/customers/stream`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    // Browsers hold back a second tab's request until the first response, which never ends, could be cached.
    cache: 'no-store',
    signal,
  }).catch(() => null);
  if (!response?.ok || !response.body) return response?.status ?? 0;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Heartbeats are comments.
      if (value.includes('data:')) tell();
    }
  } catch {
    // Interrupted: the caller reconnects.
  }
  return response.status;
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const untilSeen = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
