/** Windows of a browser share a session: changes to it are broadcast to the others. */

const channelName = 'tessera:session';

/** The channel's sender receives its own messages: it ignores those with its own id. */
const thisWindow = String(Math.random());

/** Broadcasts that someone has signed in or out here; the other windows ask the server for the session. */
export const announceSession = (from = thisWindow): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ changedAt: from });
  channel.close();
};

/** Calls back when another window has broadcast a sign-in or sign-out. */
export const onSessionAnnounced = (onNews: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<{ changedAt: string }>) => {
    if (data.changedAt !== thisWindow) onNews();
  };
  return () => channel.close();
};

/** Calls back when the session may have changed: on a broadcast, or when this window gets the focus again. */
export const onSignedIn = (onNews: () => void): (() => void) => {
  const stop = onSessionAnnounced(onNews);
  const look = () => {
    if (document.visibilityState === 'visible') onNews();
  };
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
};

/**
 * Broadcasts after a request that may change the session, successful or not: the other windows check for themselves.
 */
export async function announceWhenDone(
  _: unknown,
  { queryFulfilled }: { queryFulfilled: Promise<unknown> },
): Promise<void> {
  await queryFulfilled.catch(() => undefined);
  announceSession();
}
