/** The history of the page that a checkout lies above. */
type Mark = { tesseraCheckout?: string } | null;
/** What leaving the entry of a checkout before waits for: an entry that is added meanwhile would be the one that is left. */
let leaving: Promise<void> = Promise.resolve();

/** Nobody else hears of the next step in the history; one that does not come is waited for no longer than a second. */
const nextStep = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (event?: Event): void => {
      event?.stopImmediatePropagation();
      window.removeEventListener('popstate', end, true);
      resolve();
    };
    window.addEventListener('popstate', end, true);
    setTimeout(end, 1000);
  });

/**
 * An entry of the history for what lies above the page: going back takes that away and leaves the page where it is. But for a
 * mark it is the page's own, and whoever guides the page (a router) hears neither of it nor of its end.
 */
export const enterHistory = (onBack: () => void) => {
  const mark = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const isHere = (): boolean => (history.state as Mark)?.tesseraCheckout === mark;
  let before: string | undefined;
  let isOver = false;
  const onStep = (event: Event): void => {
    if (isHere()) return;
    event.stopImmediatePropagation();
    onBack();
  };
  void leaving.then(() => {
    if (isOver) return;
    before = window.navigation?.currentEntry?.key;
    try {
      // Past what the page has put in its place, to follow where its reader goes.
      History.prototype.pushState.call(history, { ...history.state, tesseraCheckout: mark }, '');
      window.addEventListener('popstate', onStep, true);
    } catch {
      // Too many in a short while: going back leaves the page.
    }
  });
  return {
    isHere,
    stay: (): void => {
      void nextStep();
      history.forward();
    },
    leave: (): void => {
      isOver = true;
      window.removeEventListener('popstate', onStep, true);
      if (!isHere()) return;
      leaving = nextStep();
      // Pages within the frame, as a bank's, may have added entries of their own.
      if (before) window.navigation.traverseTo(before).finished.catch(() => undefined);
      else history.back();
    },
  };
};
