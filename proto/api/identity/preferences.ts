/** What somebody has chosen for themselves, on whatever device. */
import { z } from 'zod';

/** Those in which everything is written. */
export const AccountLanguage = z.enum(['en', 'de']);
export type AccountLanguage = z.infer<typeof AccountLanguage>;

/** `language` null: none was chosen, and each device's own counts. */
export const Preferences = z.object({ language: AccountLanguage.nullable() });
export type Preferences = z.infer<typeof Preferences>;
