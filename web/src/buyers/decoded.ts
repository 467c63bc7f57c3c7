/** A part of the address as it was meant; as it stands where it was cut within a letter. */
export const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
