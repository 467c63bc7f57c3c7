/** The page inside another site's frame: what it tells the site around it, and nobody else. */
import type { CheckoutPublic } from './api.ts';

type EmbedEvent =
  | { event: 'loaded' | 'close' | 'confirmed' | 'failed' | 'delayed' }
  | { event: 'success'; successURL: string; redirect: boolean };

/** Whether the page was opened for a frame, and is in one. */
export const isEmbedded = (): boolean =>
  window.parent !== window && new URLSearchParams(window.location.search).get('embed') === 'true';

/** Tells the site that the checkout was made for. Whoever else has framed the page hears nothing. */
export const postToEmbedder = (
  { embedOrigin }: Pick<CheckoutPublic, 'embedOrigin'>,
  message: EmbedEvent,
): void => {
  if (embedOrigin !== null && isEmbedded())
    window.parent.postMessage({ type: 'POLAR_CHECKOUT', ...message }, embedOrigin);
};

/** Light or dark, where the address says so. */
export const applyTheme = (search: string): void => {
  const theme = new URLSearchParams(search).get('theme');
  if (theme === 'light' || theme === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', theme);
};
