/**
 * Replaced in tests, because jsdom does not navigate. Replaces the history entry: the request is answered already.
 */
export const browser = { replace: (address: string): void => window.location.replace(address) };
