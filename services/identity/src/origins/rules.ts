/** Which redirect targets are trusted (contracts/auth.md, section 6). Pure. */
import { isTrustedUrl } from '@tessera/proto/api/identity/origin';

/** The path of a relative target: no second slash at the start, nothing that a browser could take for a host. */
const relative = /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;

/** Whether a caller may be sent here: a trusted URL or a plain relative path. */
export const isTrustedTarget = (patterns: readonly string[], text: string): boolean =>
  relative.test(text) || isTrustedUrl(patterns, text);
