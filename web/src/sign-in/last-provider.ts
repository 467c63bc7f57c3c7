/** With which provider one has signed in on this device the last time: people forget which one they had chosen. */

const kept = 'tessera:last-provider';

export const lastProvider = (): string | null => {
  try {
    return localStorage.getItem(kept);
  } catch {
    // Without a memory no provider is marked.
    return null;
  }
};

export const keepLastProvider = (provider: string): void => {
  try {
    localStorage.setItem(kept, provider);
  } catch {
    // Then it is not marked the next time.
  }
};
