/** What a test replaces: jsdom goes nowhere. The page is not come back to: what it asked is answered. */
export const browser = { replace: (address: string): void => window.location.replace(address) };
