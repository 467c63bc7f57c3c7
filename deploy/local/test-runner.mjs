import { createRunner } from 'jest-light-runner';
import { Tinypool } from 'tinypool';

/**
 * A worker asks for its settings once, with its first file. The runner keeps one list of waiting workers, answers all
 * of them when the first asks, and clears it: a second worker that is not listening yet misses its answer, is not on
 * the list when it asks, and waits forever. Here each worker is added to the list only when it asks.
 */
const answeredWhenAsking = (channel) => {
  let listener = () => undefined;
  return {
    onMessage: (own) => {
      listener = own;
    },
    postMessage: (message) => {
      channel.onMessage(listener);
      channel.postMessage(message);
    },
  };
};

// oxlint-disable-next-line typescript/unbound-method -- called with its pool below
const { run } = Tinypool.prototype;
Tinypool.prototype.run = function runWithOwnChannel(task, options) {
  const channel = options?.channel;
  return run.call(this, task, channel ? { ...options, channel: answeredWhenAsking(channel) } : options);
};

export default createRunner({ runtime: 'child_process' });
