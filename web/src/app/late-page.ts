/** Why a page's file could not be loaded, and what helps. */

/** No connection (or no server), another version than this one, or this one with a passing trouble. */
export type Cause = 'offline' | 'new-version' | 'trouble';

/** Looks at the page that a reload would bring: it names the files of the version that is there now. */
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

/** Loads the whole page anew, unless that was tried a moment ago: what a reload does not mend must not reload for ever. */
export const reloadOnce = (now: number): boolean => {
  try {
    if (now - Number(sessionStorage.getItem(mark) ?? 0) < pauseMilliseconds) return false;
    sessionStorage.setItem(mark, String(now));
  } catch {
    // Without a memory nobody could stop a loop.
    return false;
  }
  browser.reload();
  return true;
};

/** What a test replaces: jsdom cannot load a page anew. */
export const browser = { reload: (): void => window.location.reload() };
