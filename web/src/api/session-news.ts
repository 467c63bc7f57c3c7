/** Windows of one browser share a session: what one of them does to it, the others hear of. */

const channelName = 'tessera:session';

/** Tells the other windows that somebody has signed in here. */
export const tellSignedIn = (): void => {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed-in');
  channel.close();
};

/** Calls back when somebody may have signed in elsewhere: another window says so, or one comes back to this one. */
export const hearSignedIn = (onNews: () => void): (() => void) => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  if (channel) channel.onmessage = onNews;
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
