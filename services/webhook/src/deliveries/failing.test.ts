import { eventually } from '@tessera/kit/test/eventually';
import { endpointDisabled } from '@tessera/proto/events/webhook';
import { answerWith, type Deliveries, startDeliveries } from '../../test/deliveries.ts';
import { startReceiver } from '../../test/factories.ts';

/** `maxGivenUp` of the test's service. */
const most = 3;
const day = 86_400;

let started: Deliveries;
beforeAll(async () => {
  started = await startDeliveries();
});
afterAll(() => started.stack.stop());

const listen = async () => {
  const listening = await started.listen();
  listening.receiver.answer(answerWith(500));
  const read = async () =>
    (await started.send('GET', `/webhooks/endpoints/${listening.id}`, { as: listening.token })).body;
  return { ...listening, read };
};

type Listening = Awaited<ReturnType<typeof listen>>;

/** Events whose deliveries have but one attempt left, which fails. */
const giveUp = async ({ organizationId }: Listening, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    const eventId = await started.tell(organizationId);
    await started.settled(eventId, 'pending');
    await started.rows(
      'UPDATE deliveries SET attempts = 10, next_attempt_at = $2 WHERE event_id = $1',
      eventId,
      started.stack.clock.now(),
    );
    await started.settled(eventId, 'failed', 11);
  }
};

const counted = (id: string, givenUp: number) =>
  eventually(async () =>
    expect(await started.rows('SELECT given_up FROM endpoints WHERE id = $1', id)).toEqual([
      { given_up: givenUp },
    ]),
  );

/** That an endpoint is disabled and what waits for it is told to nobody; what its organization hears of it. */
const disabled = async ({ id, read }: Listening, waiting: string) => {
  await eventually(async () => expect(await read()).toMatchObject({ enabled: false, is_failing: true }));
  expect(await started.deliveryOf(waiting)).toMatchObject({ state: 'canceled' });
  return started.stack.events.next(endpointDisabled, ({ webhookEndpointId }) => webhookEndpointId === id);
};

describe('an endpoint that takes nothing', () => {
  it('is disabled after a day and so many deliveries, and its organization hears of it', async () => {
    const listening = await listen();
    await giveUp(listening, most);
    await counted(listening.id, most);
    expect(await listening.read()).toMatchObject({ enabled: true, is_failing: false });
    started.stack.clock.advance(day);
    const waiting = await started.tell(listening.organizationId);
    await started.settled(waiting, 'pending');
    await giveUp(listening, 1);
    const told = await disabled(listening, waiting);
    expect(told).toMatchObject({
      organizationId: listening.organizationId,
      givenUp: most + 1,
      isGone: false,
    });
  });

  it('is left as it is by fewer, however long ago', async () => {
    const listening = await listen();
    await giveUp(listening, 1);
    started.stack.clock.advance(2 * day);
    await giveUp(listening, 1);
    await counted(listening.id, 2);
    expect(await listening.read()).toMatchObject({ enabled: true });
  });

  it('is disabled at once where it answers that it is gone, and is not asked again', async () => {
    const listening = await listen();
    const waiting = await started.tell(listening.organizationId);
    await started.settled(waiting, 'pending');
    listening.receiver.answer(answerWith(410));
    await started.settled(await started.tell(listening.organizationId), 'failed', 1);
    const told = await disabled(listening, waiting);
    expect(told).toMatchObject({ givenUp: 1, isGone: true });
  });

  it('is told on where its former address answers that it is gone', async () => {
    const listening = await listen();
    const moved = await startReceiver(started.stack);
    listening.receiver.answer(async (_req, res) => {
      const body = { url: moved.url };
      await started.send('PATCH', `/webhooks/endpoints/${listening.id}`, { as: listening.token, body });
      res.writeHead(410).end();
    });
    await started.settled(await started.tell(listening.organizationId), 'failed', 1);
    await counted(listening.id, 1);
    expect(await listening.read()).toMatchObject({ enabled: true, url: moved.url });
    await started.allSucceeded(await started.tell(listening.organizationId));
  });

  it('begins anew with a delivery that it takes', async () => {
    const listening = await listen();
    await giveUp(listening, 2);
    await counted(listening.id, 2);
    listening.receiver.answer(answerWith(200));
    await started.allSucceeded(await started.tell(listening.organizationId));
    await counted(listening.id, 0);
  });

  it('begins anew at another address, and stays disabled there if it was', async () => {
    const listening = await listen();
    const change = (body: object) =>
      started.send('PATCH', `/webhooks/endpoints/${listening.id}`, { as: listening.token, body });
    const read = (url: string) =>
      started.rows(
        'SELECT given_up, failing_since FROM endpoints WHERE id = $1 AND url = $2',
        listening.id,
        url,
      );
    await giveUp(listening, 2);
    await counted(listening.id, 2);
    await change({ url: listening.receiver.url, events: ['customer.created'] });
    await counted(listening.id, 2);
    await change({ url: `${listening.receiver.url}/moved` });
    expect(await read(`${listening.receiver.url}/moved`)).toEqual([{ given_up: 0, failing_since: null }]);
    await giveUp(listening, most);
    started.stack.clock.advance(day);
    await giveUp(listening, 1);
    await eventually(async () => expect(await listening.read()).toMatchObject({ is_failing: true }));
    await change({ url: listening.receiver.url });
    expect(await listening.read()).toMatchObject({ enabled: false, is_failing: true });
  });

  it('begins anew when somebody enables it', async () => {
    const listening = await listen();
    await giveUp(listening, 2);
    await counted(listening.id, 2);
    const body = { enabled: true };
    await started.send('PATCH', `/webhooks/endpoints/${listening.id}`, { as: listening.token, body });
    await counted(listening.id, 0);
  });
});
