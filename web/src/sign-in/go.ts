/** Leaves the sign-in page: the rest of the application is another document. */

/** Replaced in tests: jsdom does not navigate. */
export const browser = { go: (address: string): void => window.location.assign(address) };

/**
 * Navigates to a page of the dashboard with router state: the router reads it from the history entry's `usr` when the
 * document has loaded.
 */
export const goWithState = (path: string, state: unknown): void => {
  window.history.pushState({ usr: state }, '', path);
  window.location.reload();
};
