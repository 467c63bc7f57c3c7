import { createRunner } from 'jest-light-runner';
import { Tinypool } from 'tinypool';

/**
 * A worker asks for its settings once, with its first file. The runner has one list of who waits for them, answers all on
 * it when the first asks, and forgets them: a second worker that is not listening yet loses its answer, is not on the list
 * any more when it asks itself, and waits for ever. Here each is put on the list when it asks, and not before.
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
