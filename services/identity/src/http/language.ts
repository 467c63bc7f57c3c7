import { requestedLanguage } from '@tessera/kit/request-language';

/** Those in which mails are written. */
const languages = ['en', 'de'];

/** The language in which the present request wants its mail; empty: none of ours. */
export const mailLanguage = (): string => requestedLanguage(languages);
