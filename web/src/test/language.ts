/** Sets the language of a test. Tests without a page import `english.ts`. */
import i18next from 'i18next';
import type { Namespace } from '../i18n/catalogues.ts';
import { languages } from '../i18n/languages.ts';
import { startI18n } from '../i18n/start.ts';

/** The catalogues that are loaded with every page of the dashboard. */
const fromTheBeginning: Namespace[] = ['common', 'sign-in', 'ui', 'shared', 'app', 'errors', 'table'];

/** Sets the language of pages that are rendered from now on. A missing text fails the test. */
export const speak = async (locale: string, namespaces = fromTheBeginning): Promise<void> => {
  await startI18n({ languages, namespaces, wanted: [locale] });
  i18next.options.saveMissing = true;
  i18next.options.missingKeyHandler = (_languages, namespace, key) => {
    throw new Error(`No text ${namespace}:${key}`);
  };
};
