import { createTexts } from '@tessera/kit/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** What the mails of this service say, by language. */
export const textsIn = createTexts({ en, de });
