/** E-mail addresses (contracts/auth.md, section 3). Pure. */

const address = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;
/** RFC 5321: a longer path cannot be delivered to. */
const longest = 254;

export const isAddress = (text: string): boolean => text.length <= longest && address.test(text);
