/** The form of e-mail addresses. Without zod, because lightweight pages load it. */

/** An address's domain of letters beyond ASCII, as `münchen.de`. */
const international = /@(?=[^@]*[^\0-\x7f])([\p{L}\p{M}\p{N}.。．｡-]+)$/u;

/**
 * Writes an international domain in ASCII, as DNS and mail servers know it: browsers do not all convert it,
 * and none does in a field that is also for usernames.
 */
export const asciiAddress = (value: string): string =>
  value.replace(international, (at, domain: string) => {
    const hostname = URL.parse(`http://${domain}`)?.hostname;
    return hostname ? `@${hostname}` : at;
  });

/**
 * What is accepted as an e-mail address (contracts/auth.md, section 3), and those below international top-level domains
 * such as `.рф` (`.xn--p1ai`).
 */
export const addressPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/;
