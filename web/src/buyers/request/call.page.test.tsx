import { jest } from '@jest/globals';
import { call, takeFile } from './call.ts';

describe('a request of a page for buyers', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    document.documentElement.lang = '';
  });

  it.each([
    ['de', ['en-GB', 'de-AT'], 'de,en-GB,de-AT'],
    ['de', ['de-AT', 'en'], undefined],
    ['', ['en'], undefined],
  ])('asks to be answered in the language of the page (%s of %j)', async (lang, languages, asked) => {
    document.documentElement.lang = lang;
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    const sent = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
    await call('/customer-portal/customer-session/request', { method: 'POST', body: {} });
    const headers = sent.mock.calls[0]?.[1]?.headers as Record<string, string>;
    expect(headers['accept-language']).toBe(asked);
  });

  describe('to a server that hangs', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    /** Aborted as the browser does it. */
    const untilAborted = (signal: AbortSignal | null | undefined) =>
      new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      );
    const late = { data: null, error: { status: 504, name: 'NoAnswer', fields: [] } };

    it('is given up', async () => {
      jest.spyOn(globalThis, 'fetch').mockImplementation((_, init) => untilAborted(init?.signal));
      const answer = call('/checkouts/client/secret');
      await jest.advanceTimersByTimeAsync(35_000);
      expect(await answer).toEqual(late);
    });

    it('is given up also within the reply, of which a file may be long', async () => {
      let give: ReadableStreamDefaultController<Uint8Array> | undefined;
      jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            give = controller;
            init?.signal?.addEventListener('abort', () => controller.error(new Error('Aborted')));
          },
        });
        return new Response(body);
      });
      const answer = takeFile('/customer-portal/customers/me/export', {});
      const isOver = jest.fn();
      void answer.then(isOver);
      for (const _ of [1, 2, 3]) {
        await jest.advanceTimersByTimeAsync(20_000);
        give?.enqueue(new Uint8Array(3));
      }
      await jest.advanceTimersByTimeAsync(20_000);
      expect(isOver).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(15_000);
      expect(await answer).toEqual(late);
    });
  });
});
