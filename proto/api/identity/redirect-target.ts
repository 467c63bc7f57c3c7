/** The length of addresses that the auth API redirects to. */
import { text } from '../fields.ts';

/**
 * An address to go to afterwards: a path, or a URL of a trusted origin (contracts/auth.md, section 6). It may contain
 * an authorization request, whose `state` alone may have 4096 characters.
 */
export const redirectTarget = text.max(8192);
