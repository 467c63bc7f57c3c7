/** What jsdom lacks and pages expect of a browser. */
import { configure } from '@testing-library/dom';
import * as React from 'react';
import { speak } from './language.ts';

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
window.ResizeObserver = NoObserver as unknown as typeof ResizeObserver;
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// On a busy machine the first visit to a page, whose files are compiled then, takes a while.
configure({ asyncUtilTimeout: 30_000 });

/**
 * For its warnings React notes the stack of whoever makes an element, up to ten thousand times a second: a tenth of what
 * page tests take. Warnings name the component all the same. A React that counts otherwise notes stacks again.
 */
const internals = (React as unknown as Record<string, object | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {
      // It stays at what no count reaches.
    },
  });

/**
 * Tests wait for what they want to see, on machines that are busy, and jsdom has no layout, nor downloads: what pages fetch
 * by their address is a fragment there. Not worth a word.
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

// Nothing is shown before its words are there; features bring theirs with their pages.
await speak('en-US');
