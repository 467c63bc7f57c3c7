/** What an address says by itself, before any table is asked. */
import ipaddr from 'ipaddr.js';

/** Ranges that are used within a network and never seen on the internet. */
const privateRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** The network of an address; `lookUp` is the address as a table knows it, or null where no table knows anything. */
export type Located = { network: 'public' | 'private'; lookUp: string | null };

/** Null: not an address. An IPv4 address that is written as an IPv6 one is the IPv4 address. */
export const locate = (text: string): Located | null => {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  const range = address.range();
  if (privateRanges.includes(range)) return { network: 'private', lookUp: null };
  return { network: 'public', lookUp: range === 'unicast' ? address.toString() : null };
};
