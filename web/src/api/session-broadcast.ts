/** Windows of one browser share a session: what one of them does to it, the others hear of. */

const channelName = 'tessera:session';

/** A channel is heard in the window that speaks too: it leaves out what it said itself. */
const thisWindow = String(Math.random());

/** Tells the other windows that somebody has signed in here. */
export const announceSignedIn = (from = thisWindow): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ signedInAt: from });
  channel.close();
};

/** Calls back when somebody may have signed in elsewhere: another window says so, or one comes back to this one. */
export const onSignedIn = (onNews: () => void): (() => void) => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<{ signedInAt: string }>) => {
      if (data.signedInAt !== thisWindow) onNews();
    };
  const look = () => {
    if (document.visibilityState === 'visible') onNews();
  };
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    channel?.close();
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
};
