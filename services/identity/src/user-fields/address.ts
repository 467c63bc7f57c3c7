/** E-mail addresses (contracts/auth.md, section 3). Pure. */
import { addressPattern } from '@tessera/proto/api/email-address';

/** RFC 5321: a longer path cannot be delivered to. */
const longest = 254;

export const isAddress = (text: string): boolean => text.length <= longest && addressPattern.test(text);
