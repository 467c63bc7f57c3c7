/** The cookie by which a browser tells which language was chosen in it: `de`. */
export const languageCookie = 'tessera-language';
