/** Loads the English texts. Imported first by tests of texts outside pages. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Namespace } from '../i18n/catalogues.ts';
import { speak } from './language.ts';

const catalogues = readdirSync(path.join(import.meta.dirname, '../locales/en'));

/** Loads all English catalogues. Tests of a file share modules: after a test in another language, call this again. */
export const speakEnglish = (): Promise<void> =>
  speak(
    'en-US',
    catalogues.map((file) => path.basename(file, '.json') as Namespace),
  );

await speakEnglish();
