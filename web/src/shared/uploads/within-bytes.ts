const qualities = [0.9, 0.75, 0.5, 0.25];

/** A picture as well as it fits: one with much detail at less quality, instead of not at all. */
export const withinBytes = async (
  write: (quality: number) => Promise<Blob | null>,
  maxBytes: number,
): Promise<Blob | null> => {
  for (const quality of qualities) {
    // One after another: each is written only when the one before was too large.
    const blob = await write(quality);
    if (blob === null || blob.size <= maxBytes) return blob;
  }
  return null;
};
