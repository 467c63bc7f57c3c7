/** Classifies an IP address without a look-up table. */
import ipaddr from 'ipaddr.js';

/** Address ranges of private networks, never seen on the internet. */
const privateRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** The network of an address; `lookUp` is its form in look-up tables, or null if no table contains it. */
export type Located = { network: 'public' | 'private'; lookUp: string | null };

/** Returns null if the text is not an address. IPv4-mapped IPv6 addresses count as IPv4. */
export const locate = (text: string): Located | null => {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  const range = address.range();
  if (privateRanges.includes(range)) return { network: 'private', lookUp: null };
  return { network: 'public', lookUp: range === 'unicast' ? address.toString() : null };
};
