/** Decodes a part of the address; returns it unchanged when it is cut within an encoded character. */
export const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
