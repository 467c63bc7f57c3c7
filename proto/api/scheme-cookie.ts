/** The cookie by which a browser tells in what appearance pages are to be delivered: `light`, `dark`, or anything for neither. */
export const schemeCookie = 'tessera-scheme';
