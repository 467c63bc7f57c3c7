/** Organizations without sales, as last seen on this device. */

const keyOf = (organizationId: string): string => `tessera:unsold:${organizationId}`;

/** Whether the organization had no sales when last seen on this device, or was created here. */
export const isKnownUnsold = (organizationId: string): boolean => {
  try {
    return localStorage.getItem(keyOf(organizationId)) !== null;
  } catch {
    return false;
  }
};

/** Stores the latest state. */
export const noteUnsold = (organizationId: string, isUnsold: boolean): void => {
  try {
    if (isUnsold) localStorage.setItem(keyOf(organizationId), '1');
    else localStorage.removeItem(keyOf(organizationId));
  } catch {
    // Without storage nothing is known the next time.
  }
};
