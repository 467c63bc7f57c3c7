/** Bounds of answers to custom fields of type number. No run-time imports, because pages load it. */

/** The int32 range, as upstream: the default where the seller sets no bounds. */
const [minNumber, maxNumber] = [-2_147_483_648, 2_147_483_647];

/**
 * Returns the range of a field, both ends included. A seller's bound outside the default range lifts the default on
 * the other side, which would exclude every value.
 */
export const numberBounds = ({
  ge,
  le,
}: {
  ge?: number | undefined;
  le?: number | undefined;
}): { least: number; most: number } => ({
  least: ge ?? (le !== undefined && le < minNumber ? -Infinity : minNumber),
  most: le ?? (ge !== undefined && ge > maxNumber ? Infinity : maxNumber),
});
