/** Windows of one browser share a session: what one of them does to it, the others hear of. */

const channelName = 'tessera:session';

/** A channel is heard in the window that speaks too: it leaves out what it said itself. */
const thisWindow = String(Math.random());

/** Tells the other windows that somebody has signed in or out here; who is there now they ask the server. */
export const announceSession = (from = thisWindow): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ changedAt: from });
  channel.close();
};

/** Calls back when another window has signed somebody in or out. */
export const onSessionAnnounced = (onNews: () => void): (() => void) => {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<{ changedAt: string }>) => {
    if (data.changedAt !== thisWindow) onNews();
  };
  return () => channel.close();
};

/** Calls back when somebody may have signed in elsewhere: another window says so, or one comes back to this one. */
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

/** Tells of a request that changes who is signed in, whatever comes of it: the others look for themselves. */
export async function announceWhenDone(
  _: unknown,
  { queryFulfilled }: { queryFulfilled: Promise<unknown> },
): Promise<void> {
  await queryFulfilled.catch(() => undefined);
  announceSession();
}
