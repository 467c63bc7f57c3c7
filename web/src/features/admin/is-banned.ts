import type { AuthUser } from '../../api/account/sessions.ts';
import { serverNow } from '../../api/request/server-time.ts';

/** Whether the user is banned now. An expired ban is removed only when the user signs in. */
export const isBanned = ({ banned, banExpires }: Pick<AuthUser, 'banned' | 'banExpires'>): boolean =>
  banned === true && (banExpires == null || Date.parse(banExpires) > serverNow());
