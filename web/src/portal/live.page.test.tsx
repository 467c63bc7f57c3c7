import { jest } from '@jest/globals';
import { followChanges } from './live.ts';

describe('the stream of a session', () => {
  it('is asked for past the cache of the browser, in which a second tab would wait for the first', () => {
    const asked: RequestInit[] = [];
    const never = new Promise<Response>(() => undefined);
    globalThis.fetch = (_address, init = {}) => {
      asked.push(init);
      return never;
    };
    const stop = followChanges('tessera_cst_1', jest.fn());
    stop();
    expect(asked.map(({ cache }) => cache)).toEqual(['no-store']);
  });
});
