/** Imported first by a test of what is not a page and yet says something. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Namespace } from '../i18n/catalogues.ts';
import { speak } from './language.ts';

const catalogues = readdirSync(path.join(import.meta.dirname, '../locales/en'));
await speak(
  'en-US',
  catalogues.map((file) => path.basename(file, '.json') as Namespace),
);
