/** Why a page's file could not be loaded, and what helps. */

/**
 * `offline`: no connection or no server; `new-version`: another version is deployed; `trouble`: a transient error.
 */
export type Cause = 'offline' | 'new-version' | 'trouble';

/** Fetches the page that a reload would load: it names the files of the deployed version. */
export const findCause = async (): Promise<Cause> => {
  const fresh = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null);
  if (fresh === null) return 'offline';
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  return entry && !fresh.includes(entry) ? 'new-version' : 'trouble';
};

const mark = 'tessera:reloaded';
const pauseMilliseconds = 60_000;

/**
 * Reloads the page, unless that was done a moment ago: a problem that a reload does not solve must not cause a loop.
 */
export const reloadOnce = (now: number): boolean => {
  try {
    if (now - Number(sessionStorage.getItem(mark) ?? 0) < pauseMilliseconds) return false;
    sessionStorage.setItem(mark, String(now));
  } catch {
    // Without storage a reload loop could not be detected.
    return false;
  }
  browser.reload();
  return true;
};

/** Replaced in tests: jsdom cannot reload. */
export const browser = { reload: (): void => window.location.reload() };
