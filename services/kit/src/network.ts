/** Whose address is counted together. Pure. */

/** All of an IPv4 address, the network of an IPv6 one (in eight groups): its other half every customer chooses freely. */
export const networkOf = (address: string): string =>
  address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::` : address;
