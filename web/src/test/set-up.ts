/** Stubs browser features that pages need and jsdom lacks. */
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

// On a busy machine the first render of a page takes long, since its files are compiled then.
configure({ asyncUtilTimeout: 30_000 });

/**
 * For its warnings React captures the stack of each created element, up to ten thousand times per second: a tenth of
 * the time of page tests. This counter pretends that the limit is reached; warnings still name the component. If an
 * upgrade of React renames the counter, stacks are captured again.
 */
const internals = (React as unknown as Record<string, object | undefined>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {
      // React's resets are ignored.
    },
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
