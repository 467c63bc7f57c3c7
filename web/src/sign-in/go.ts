/** Leaving the page of signing in: the rest of the application is another document. */

/** What a test replaces: jsdom goes nowhere. */
export const browser = { go: (address: string): void => window.location.assign(address) };

/**
 * Hands a page of the dashboard what it would have been handed by the router: its state of a place in the history is
 * kept under `usr`, and is still there when the document is loaded.
 */
export const goWithState = (path: string, state: unknown): void => {
  window.history.pushState({ usr: state }, '', path);
  window.location.reload();
};
