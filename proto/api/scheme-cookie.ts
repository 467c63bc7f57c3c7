/** The cookie with a browser's colour scheme: `light`, `dark`, or any other value for none. */
export const schemeCookie = 'tessera-scheme';
