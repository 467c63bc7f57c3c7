/** The provider used for the last sign-in on this device: people forget which one they had chosen. */

const kept = 'tessera:last-provider';

export const lastProvider = (): string | null => {
  try {
    return localStorage.getItem(kept);
  } catch {
    // Without storage no provider is marked.
    return null;
  }
};

export const keepLastProvider = (provider: string): void => {
  try {
    localStorage.setItem(kept, provider);
  } catch {
    // Not stored: no provider is marked the next time.
  }
};
