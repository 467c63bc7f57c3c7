/** The history of the page that a checkout lies above. */
type Mark = { tesseraCheckout?: string } | null;
type Hear = (event: Event) => void;

/** Callbacks for history steps. */
const hearers = new Set<Hear>();
const tell = (event: Event): void => {
  for (const hear of [...hearers]) hear(event);
};
// In the capture phase: listeners on a window are called in the order of registration. A router registered before
// hears of a step within its own address and state, which needs no action.
window.addEventListener('popstate', tell, true);

/** Resolves when the entry of an earlier checkout has been left: an entry added meanwhile would be left instead. */
let leaving: Promise<void> = Promise.resolve();

/** Hides the next history step from the page; resolves after it, or after a second without one. */
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
 * Adds a history entry for an overlay: going back removes the overlay and keeps the page. Apart from a mark the entry
 * has the page's own state; neither its creation nor its removal is visible to a router.
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
      // Bypasses the page's patched `pushState`, which tracks navigation.
      History.prototype.pushState.call(history, { ...history.state, tesseraCheckout: mark }, '');
      hearers.add(hear);
    } catch {
      // Throws after too many calls in a short time: then going back leaves the page.
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
      // Pages within the frame, such as a bank's, may have added entries of their own.
      if (before) window.navigation?.traverseTo(before).finished?.catch(() => undefined);
      else history.back();
    },
  };
};
