/** A user's preferences, on all devices. */
import { z } from 'zod';

/** Languages into which the dashboard is fully translated. */
export const AccountLanguage = z.enum(['en', 'de']);
export type AccountLanguage = z.infer<typeof AccountLanguage>;

/** `language` null: not chosen; each device uses its own. */
export const Preferences = z.object({ language: AccountLanguage.nullable() });
export type Preferences = z.infer<typeof Preferences>;
