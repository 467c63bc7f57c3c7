import type { User } from './entity.ts';

/** Whether a ban holds; one that has run out does not (contracts/auth.md, section 11). */
export const isBanned = ({ banned, banExpires }: User, now: Date): boolean =>
  banned === true && (banExpires === null || banExpires > now);
