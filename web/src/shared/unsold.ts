/** Which organizations have sold nothing yet, as far as this device has seen. */

const keyOf = (organizationId: string): string => `tessera:unsold:${organizationId}`;

/** Whether the organization had sold nothing when this device looked last, or was created here. */
export const isKnownUnsold = (organizationId: string): boolean => {
  try {
    return localStorage.getItem(keyOf(organizationId)) !== null;
  } catch {
    return false;
  }
};

/** Keeps what has just been seen. */
export const noteUnsold = (organizationId: string, isUnsold: boolean): void => {
  try {
    if (isUnsold) localStorage.setItem(keyOf(organizationId), '1');
    else localStorage.removeItem(keyOf(organizationId));
  } catch {
    // Where nothing may be kept, nothing is known the next time.
  }
};
