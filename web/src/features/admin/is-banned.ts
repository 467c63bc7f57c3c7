import { serverNow } from '../../api/server-time.ts';
import type { AuthUser } from '../../api/sessions.ts';

/** Whether a ban keeps this user out now. One that is over is taken off only when they sign in. */
export const isBanned = ({ banned, banExpires }: Pick<AuthUser, 'banned' | 'banExpires'>): boolean =>
  banned === true && (banExpires == null || Date.parse(banExpires) > serverNow());
