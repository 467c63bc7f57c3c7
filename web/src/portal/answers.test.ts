import { createAnswers } from './answers.ts';

describe('what is asked for again', () => {
  it('leaves out the part of a thing that the page no longer shows after it', async () => {
    const asked: string[] = [];
    const answers = createAnswers(async (path) => {
      asked.push(path);
      return { data: null as never, error: null };
    });
    const leave = answers.follow('/subscriptions/sub/upcoming', () => undefined);
    // As a page does in browsers: it is drawn anew some time after the listener has returned.
    answers.follow('/subscriptions/sub', () => setTimeout(leave, 20));
    await answers.refresh();
    expect(asked).toEqual(['/subscriptions/sub']);
  });

  it('leaves out the part of a thing that is no longer in its list', async () => {
    const asked: string[] = [];
    const answers = createAnswers(async (path) => {
      asked.push(path);
      return { data: null as never, error: null };
    });
    const leave = answers.follow('/subscriptions/sub/upcoming', () => undefined);
    answers.follow('/subscriptions/?limit=20', leave);
    await answers.refresh();
    expect(asked).toEqual(['/subscriptions/?limit=20']);
  });

  it('waits for what was asked for once more meanwhile', async () => {
    const asked: string[] = [];
    const replies: (() => void)[] = [];
    const answers = createAnswers((path) => {
      asked.push(path);
      return new Promise((resolve) => {
        const reply = () => resolve({ data: null as never, error: null });
        // Only what must not be asked for is answered at once.
        if (path.endsWith('/upcoming')) reply();
        else replies.push(reply);
      });
    });
    const leave = answers.follow('/subscriptions/sub/upcoming', () => undefined);
    answers.follow('/subscriptions/sub', leave);
    const changed = answers.refresh();
    const announced = answers.refresh();
    replies[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    replies[1]?.();
    await Promise.all([changed, announced]);
    expect(asked).toEqual(['/subscriptions/sub', '/subscriptions/sub']);
  });
});

describe('what is known', () => {
  it.each([0, 401, 429, 503])('stays when it cannot be asked for again now: %s', async (status) => {
    let isTrouble = false;
    const answers = createAnswers(async () =>
      isTrouble
        ? { data: null, error: { status, name: 'Error', fields: [] } }
        : { data: 'known' as never, error: null },
    );
    await answers.load('/orders/1');
    isTrouble = true;
    await answers.load('/orders/1');
    expect(answers.read('/orders/1')).toEqual({ data: 'known', error: null });
  });

  it('goes when there is no such thing any more', async () => {
    let isGone = false;
    const answers = createAnswers(async () =>
      isGone
        ? { data: null, error: { status: 404, name: 'ResourceNotFound', fields: [] } }
        : { data: 'known' as never, error: null },
    );
    await answers.load('/orders/1');
    isGone = true;
    await answers.load('/orders/1');
    expect(answers.read('/orders/1')?.error?.status).toBe(404);
  });
});
