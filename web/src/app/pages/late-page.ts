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

/** Addresses of style sheets that could not be loaded. Bundles load each only once: pages would stay without it. */
const missed = new Set<string>();

/** Notes style sheets that could not be loaded, and loads them once the connection is back. */
export const keepStyles = (): void => {
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) missed.add(target.href);
  };
  // Such events do not bubble.
  window.addEventListener('error', note, true);
  window.addEventListener('online', () => void loadMissedStyles());
};

/** Done when each was tried once more. */
export const loadMissedStyles = async (): Promise<void> => {
  await Promise.all([...missed].map(loadStyles));
};

const loadStyles = (href: string): Promise<void> =>
  new Promise((done) => {
    missed.delete(href);
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.onload = link.onerror = () => done();
    link.href = href;
    document.head.append(link);
  });

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
