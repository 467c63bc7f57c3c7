/** What a page keeps until its tab is closed. A browser that keeps nothing is no error: it has kept nothing. */

export const keep = (key: string, value: string): void =>
  void attempt(() => window.sessionStorage.setItem(key, value));

export const keptAt = (key: string): string | null => attempt(() => window.sessionStorage.getItem(key));

export const drop = (key: string): void => void attempt(() => window.sessionStorage.removeItem(key));

/** Reading a storage that the browser refuses is an error, not an empty one. */
const attempt = <Value>(act: () => Value): Value | null => {
  try {
    return act();
  } catch {
    return null;
  }
};
