/** Groups addresses for rate limits. Pure. */

/** Returns an IPv4 address itself, an IPv6 one's /64 network (in eight groups): customers choose the rest freely. */
export const networkOf = (address: string): string =>
  address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::` : address;
