/** The history of the page that a checkout lies above. */
type Mark = { tesseraCheckout?: string } | null;
type Hear = (event: Event) => void;

/** Who hears of steps in the history. */
const hearers = new Set<Hear>();
const tell = (event: Event): void => {
  for (const hear of [...hearers]) hear(event);
};
// From the beginning: browsers tell whoever listens to a window in that order. A router that was there before hears of a step
// within its own address and state, where there is nothing to do.
window.addEventListener('popstate', tell, true);

/** What leaving the entry of a checkout before waits for: an entry that is added meanwhile would be the one that is left. */
let leaving: Promise<void> = Promise.resolve();

/** The next step is kept from the page; one that does not come is waited for no longer than a second. */
const nextStep = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (event?: Event): void => {
      event?.stopImmediatePropagation();
      hearers.delete(end);
      resolve();
    };
    hearers.add(end);
    setTimeout(end, 1000);
  });

/**
 * An entry of the history for what lies above the page: going back takes that away and leaves the page where it is. But for a
 * mark it is the page's own, and neither it nor its end is news for whoever guides the page (a router).
 */
export const enterHistory = (onBack: () => void) => {
  const mark = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const isHere = (): boolean => (history.state as Mark)?.tesseraCheckout === mark;
  let before: string | undefined;
  let isOver = false;
  const hear: Hear = (event) => {
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
      hearers.add(hear);
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
      hearers.delete(hear);
      if (!isHere()) return;
      leaving = nextStep();
      // Pages within the frame, as a bank's, may have added entries of their own.
      if (before) window.navigation?.traverseTo(before).finished?.catch(() => undefined);
      else history.back();
    },
  };
};
