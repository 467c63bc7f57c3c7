import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Gives back what a start has needed: from then on this process only watches others. */
export const trimMemory = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as Collect)({ type: 'major', flavor: 'last-resort' });
};
