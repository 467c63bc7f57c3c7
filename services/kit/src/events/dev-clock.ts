/** The movable clock of development: all processes follow one stored offset, including those that start later. */
import { ClockOffset } from '@tessera/proto/api/clock';
import { wakeLoops } from '../background/loop.ts';
import type { Clock } from '../clock.ts';
import type { Bus } from './bus.ts';

const subject = 'ask.dev.clock';
const key = 'clock';

/** Makes a process's clock follow the system's offset. */
export const followClock = async (bus: Bus, clock: Clock): Promise<void> => {
  await bus.onPing(subject, (value) => {
    clock.move(ClockOffset.parse(value).offsetSeconds);
    wakeLoops();
  });
  const stored = await bus.settings.get(key);
  if (stored !== null) clock.move(Number(stored));
};

/** Moves the clocks of all processes; resolves when the running ones have followed. */
export const moveClocks = async (bus: Bus, offsetSeconds: number): Promise<void> => {
  await bus.settings.put(key, String(offsetSeconds));
  await bus.pingAll(subject, { offsetSeconds });
};
