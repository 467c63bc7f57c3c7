/** Imported first by a test of what is not a page and yet says something. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Namespace } from '../i18n/catalogues.ts';
import { speak } from './language.ts';

const catalogues = readdirSync(path.join(import.meta.dirname, '../locales/en'));

/** All of English. Tests share their modules: whoever speaks another language in between comes back to this. */
export const speakEnglish = (): Promise<void> =>
  speak(
    'en-US',
    catalogues.map((file) => path.basename(file, '.json') as Namespace),
  );

await speakEnglish();
