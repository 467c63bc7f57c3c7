/** Stands in for `@jest/globals`, which only Jest's own runner provides: what page tests use of it. */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  config: { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
  global: globalThis,
});

/** Node itself, which answers requests and reads their bodies, works by these. */
const ofNode = [
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'hrtime',
  'performance',
] as const;

type Options = NonNullable<Parameters<typeof timers.useFakeTimers>[0]>;

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: (options: Options = {}) => timers.useFakeTimers({ doNotFake: [...ofNode], ...options }),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (milliseconds: number) => timers.advanceTimersByTime(milliseconds),
  advanceTimersByTimeAsync: (milliseconds: number) => timers.advanceTimersByTimeAsync(milliseconds),
};
