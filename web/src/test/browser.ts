/** Makes jsdom the global scope of the process: one window, in which page tests follow one another. */
import timers from 'node:timers';
import { JSDOM } from 'jsdom';
import './modules.ts';

const home = 'http://localhost:3000/';
const { window: opened } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
  url: home,
  pretendToBeVisual: true,
});
type Scope = Record<string, unknown>;
const window = opened as unknown as Scope;
const node = globalThis as unknown as Scope;

/** Accepts URLs relative to the page, as in a browser. Drops abort signals: Node rejects those of jsdom. */
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, home) : input, { ...init, signal: null });
  }
}
node['Request'] = PageRequest;

/**
 * What both have and is Node's here: its timers, which tests fake, and its native classes, since tests answer requests
 * at `fetch`.
 */
const ofNode = new Set([
  'fetch',
  'Headers',
  'Request',
  'Response',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'BroadcastChannel',
  'structuredClone',
  'queueMicrotask',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance',
  'console',
  'crypto',
  'atob',
  'btoa',
]);

/** What jsdom lacks: tests give it to the window. */
const lacking = [
  'EventSource',
  'ResizeObserver',
  'cancelIdleCallback',
  'createImageBitmap',
  'matchMedia',
  'requestIdleCallback',
];

/** Reads and writes of a name in one scope are those of the other. */
const share = (name: string, { from, to }: { from: Scope; to: Scope }): void => {
  Object.defineProperty(to, name, {
    configurable: true,
    enumerable: true,
    get: () => from[name],
    set: (value) => {
      from[name] = value;
    },
  });
};

const isOwnedByNode = (name: string): boolean =>
  ofNode.has(name) || Object.getOwnPropertyDescriptor(node, name)?.configurable === false;

for (const name of ofNode) share(name, { from: node, to: window });
for (const name of [...Object.getOwnPropertyNames(window), ...lacking])
  if (!isOwnedByNode(name) && !name.startsWith('_') && name !== 'globalThis')
    share(name, { from: window, to: node });
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  node[name] = opened[name].bind(opened);

// React's scheduler takes what it finds when it is loaded. Without these two it is timers, as the waits of tests are, so
// that what was scheduled before a wait has run after it.
const { setImmediate } = globalThis;
Reflect.deleteProperty(node, 'setImmediate');
Reflect.deleteProperty(node, 'MessageChannel');
await import('react-dom/client');
Object.assign(node, { setImmediate });

const running = new Set<NodeJS.Timeout>();

/** The interval (ms) at which jsdom has animation frames drawn; it starts it once. */
const frame = 1000 / 60;

for (const start of [timers.setTimeout, timers.setInterval]) {
  const begin = (callback: () => void, milliseconds = 0, ...values: unknown[]): NodeJS.Timeout => {
    const timer = start(callback, milliseconds, ...values) as unknown as NodeJS.Timeout;
    if (milliseconds === frame) timer.unref();
    // React waits for those without a delay.
    else if (milliseconds > 0) running.add(timer);
    return timer;
  };
  node[start.name] = begin;
}

/** Stops the timers of pages, as closing their tab would. */
export const stopTimers = (): void => {
  for (const timer of running) timers.clearTimeout(timer);
  running.clear();
};
