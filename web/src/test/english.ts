/** Imported first by a test of what is not a page and yet says something. */
import { speak } from './language.ts';

await speak('en-US');
