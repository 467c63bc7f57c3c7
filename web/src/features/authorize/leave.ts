/** Replaced in tests: jsdom does not navigate. Replaces the history entry, because the request is answered. */
export const browser = { replace: (address: string): void => window.location.replace(address) };
