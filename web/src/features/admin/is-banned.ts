import { serverNow } from '../../api/server-time.ts';
import type { AuthUser } from '../../api/sessions.ts';

/** Whether the user is banned now. An expired ban is removed only when the user signs in. */
export const isBanned = ({ banned, banExpires }: Pick<AuthUser, 'banned' | 'banExpires'>): boolean =>
  banned === true && (banExpires == null || Date.parse(banExpires) > serverNow());
