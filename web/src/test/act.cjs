/**
 * Stands in for `react-dom/test-utils`, through which Testing Library renders and dispatches events: the production
 * build of React has no `act`. Renders what the callback updates and, if it is asynchronous, runs effects too.
 */
const { flushSync } = require('react-dom');

// The real one, also while a test fakes timers: React schedules by it.
const realSetTimeout = setTimeout;

const settle = async (result) => {
  const value = await result;
  // Twice: what has been rendered may load more.
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => {
      realSetTimeout(resolve, 0);
    });
    flushSync(() => undefined);
  }
  return value;
};

exports.act = (callback) => {
  let result;
  flushSync(() => {
    result = callback();
  });
  return { then: (resolve, reject) => settle(result).then(resolve, reject) };
};
