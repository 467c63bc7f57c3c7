/** Customers' meters by their ids. */

/** A customer's meter. */
export type Pair = { customerId: string; meterId: string };

/** The key of a customer's meter. */
export const pairOf = ({ customerId, meterId }: { customerId: string | null; meterId: string }): string =>
  `${customerId} ${meterId}`;

/** `pairOf`, which a tuple has ready. */
export const keyOf = (of: { customerId: string | null; meterId: string; pair?: string }): string =>
  of.pair ?? pairOf(of);

/** The ids as two columns, for statements. */
export const columnsOf = (pairs: readonly Pair[]) => [
  pairs.map(({ customerId }) => customerId),
  pairs.map(({ meterId }) => meterId),
];
