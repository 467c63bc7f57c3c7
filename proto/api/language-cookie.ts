/** The cookie with the language chosen in a browser, such as `de`. */
export const languageCookie = 'tessera-language';
