/** Embedding: messages to the site around the frame, and to no other. */
import type { CheckoutPublic } from '../api.ts';

type EmbedEvent =
  | { event: 'loaded' | 'close' | 'confirmed' | 'failed' | 'delayed' }
  | { event: 'success'; successURL: string; redirect: boolean };

/** Whether the page was opened for a frame, and is in one. */
export const isEmbedded = (): boolean =>
  window.parent !== window && new URLSearchParams(window.location.search).get('embed') === 'true';

/** Posts a message to the origin that the checkout was created for. Other embedding sites receive nothing. */
export const postToEmbedder = (
  { embedOrigin }: Pick<CheckoutPublic, 'embedOrigin'>,
  message: EmbedEvent,
): void => {
  if (embedOrigin !== null && isEmbedded())
    window.parent.postMessage({ type: 'POLAR_CHECKOUT', ...message }, embedOrigin);
};

/** Applies the light or dark scheme of the address's query. */
export const applyTheme = (search: string): void => {
  const theme = new URLSearchParams(search).get('theme');
  if (theme === 'light' || theme === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', theme);
};
