const qualities = [0.9, 0.75, 0.5, 0.25];

/** Encodes a picture at the best quality that fits: detailed pictures get a lower one. */
export const withinBytes = async (
  write: (quality: number) => Promise<Blob | null>,
  maxBytes: number,
): Promise<Blob | null> => {
  for (const quality of qualities) {
    // Sequential: each quality is only tried when the previous one was too large.
    const blob = await write(quality);
    if (blob === null || blob.size <= maxBytes) return blob;
  }
  return null;
};
