/** Stores a value until the tab is closed. Does nothing where the browser denies storage. */

export const keep = (key: string, value: string): void =>
  void attempt(() => window.sessionStorage.setItem(key, value));

export const keptAt = (key: string): string | null => attempt(() => window.sessionStorage.getItem(key));

export const drop = (key: string): void => void attempt(() => window.sessionStorage.removeItem(key));

/** Access to a storage that the browser denies throws. */
const attempt = <Value>(act: () => Value): Value | null => {
  try {
    return act();
  } catch {
    return null;
  }
};
