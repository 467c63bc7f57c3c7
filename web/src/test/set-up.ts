/** Stubs browser features that pages need and jsdom lacks. */
import { configure, prettyDOM } from '@testing-library/dom';
import { speak } from './language.ts';
import { leaveStripe } from './stripe.ts';

window.matchMedia = (media) =>
  ({
    media,
    matches: false,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;

class NoObserver {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}
/** A stream on which nothing is ever said. */
class SilentStream {
  static readonly CLOSED = 2;
  close = (): void => undefined;
}
window.EventSource = SilentStream as unknown as typeof EventSource;
window.ResizeObserver = NoObserver as unknown as typeof ResizeObserver;
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
leaveStripe();
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

/**
 * Prints the page only when the message is read. Waiting for an element fails at each look until the element is there,
 * and printing the page for each look took an eighth of the time of page tests.
 */
class ElementError extends Error {
  constructor(message: string | null, container: Element) {
    super();
    this.name = 'TestingLibraryElementError';
    let replaced: string | undefined;
    Object.defineProperty(this, 'message', {
      configurable: true,
      get: () => replaced ?? [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
      set: (value: string) => {
        replaced = value;
      },
    });
  }
}

configure({
  // On a busy machine the first render of a page takes long, since its files are compiled then.
  asyncUtilTimeout: 30_000,
  getElementError: (message, container) => new ElementError(message, container),
});

/**
 * Hides expected warnings: tests wait for content instead of using act, machines are busy, and jsdom has neither
 * layout nor downloads, whose links are fragments there.
 */
const noise = [
  'not wrapped in act',
  'is unrecognized in this browser',
  'use-focus-trap',
  'Middleware took',
  'use a blocker on a POP navigation',
];
for (const level of ['error', 'warn'] as const) {
  const report = console[level];
  console[level] = (...words: unknown[]) => {
    const [first] = words;
    if (typeof first !== 'string' || !noise.some((known) => first.includes(known))) report(...words);
  };
}

// Pages render nothing before their texts are loaded; features load theirs with their pages.
await speak('en-US');
