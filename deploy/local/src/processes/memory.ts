import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Collects garbage to return unused memory to the system, e.g. after a start. Blocks for a tenth of a second. */
export const trimMemory = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as Collect)({ type: 'major', flavor: 'last-resort' });
};
