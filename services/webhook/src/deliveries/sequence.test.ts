import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { customerUpdated, orderCreated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { answerWith, type Deliveries, received, startDeliveries } from '../../test/deliveries.ts';
import { customerEvent, makeCustomer } from '../../test/factories.ts';
import { findEvent, redeliverEvent } from '../events/redeliver.ts';
import { claimDeliveries } from './claim.ts';

const events = ['customer.created', 'customer.updated', 'order.created'];

let started: Deliveries;
afterEach(() => started.stack.stop());

/** What happens to a customer: created, changed so many times, and an order in the end. */
const storyOf = (organizationId: string, changes = 1) => {
  const customer = makeCustomer(organizationId);
  const orderId = uuidv7();
  return [
    customerEvent(organizationId, customer),
    ...Array.from({ length: changes }, (_, index) =>
      outboxRow(customerUpdated, {
        customerId: customer.id,
        organizationId,
        snapshot: JSON.stringify({ ...customer, name: `Zoë ${index}` }),
      }),
    ),
    outboxRow(orderCreated, {
      orderId,
      organizationId,
      snapshot: JSON.stringify({ id: orderId, customer_id: customer.id, status: 'paid' }),
    }),
  ];
};

type Told = ReturnType<typeof storyOf>;

const publish = async (story: Told): Promise<void> => {
  await Promise.all(story.map((event) => started.stack.bus.publish(event)));
};

const idsOf = (story: Told): string[] => story.map(({ id }) => id);

const claim = async (changes: { most?: number; held?: string[] } = {}) => {
  const jobs = await claimDeliveries(started.stack.db, {
    now: started.stack.clock.now(),
    most: 64,
    maxOfEndpoint: 16,
    maxOfOrganization: 64,
    inFlight: {},
    held: [],
    leaseSeconds: 30,
    ...changes,
  });
  return { ids: jobs.map(({ id }) => id), events: jobs.map(({ eventId }) => eventId) };
};

const receivedIds = (list: { headers: Record<string, unknown> }[]) =>
  list.map(({ headers }) => headers['webhook-id']);

describe('the events of one customer', () => {
  it('reach an endpoint in the order in which they happened', async () => {
    started = await startDeliveries();
    const { receiver, organizationId } = await started.listen({ events });
    const story = storyOf(organizationId, 30);
    let [open, mostOpen] = [0, 0];
    receiver.answer((_req, res) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      setImmediate(() => {
        open -= 1;
        res.end();
      });
    });
    await publish(story);
    await received(receiver, 32);
    expect(mostOpen).toBe(1);
    expect(receivedIds(receiver.received)).toEqual(idsOf(story));
  });

  it('wait for one another, and keep no other customer waiting', async () => {
    started = await startDeliveries();
    const { receiver, organizationId } = await started.listen({ events });
    const [slow, quick] = [storyOf(organizationId), storyOf(organizationId)];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.answer((req, res) => {
      if (req.headers['webhook-id'] !== slow[0]?.id) res.end();
      else void released.then(() => res.end());
    });
    await publish(slow);
    await publish(quick);
    await received(receiver, 4);
    expect(receivedIds(receiver.received)).toEqual(expect.arrayContaining([slow[0]?.id, ...idsOf(quick)]));
    release();
    await received(receiver, 6);
    expect(receivedIds(receiver.received).slice(4)).toEqual(idsOf(slow).slice(1));
  });

  it('go on without one that failed, which is repeated later', async () => {
    started = await startDeliveries();
    const { receiver, organizationId } = await started.listen({ events });
    const story = storyOf(organizationId);
    receiver.answer((req, res) =>
      (req.headers['webhook-id'] === story[0]?.id ? answerWith(500) : answerWith(200))(req, res),
    );
    await publish(story);
    await received(receiver, 3);
    expect(receivedIds(receiver.received)).toEqual(idsOf(story));
    await started.settled(story[0]?.id ?? '', 'pending', 1);
  });
});

describe('two processes beside each other', () => {
  it('leave the events of a customer to the one that has the first of them', async () => {
    started = await startDeliveries({ inFlight: 0 });
    const { organizationId } = await started.listen({ events });
    const [mine, others] = [storyOf(organizationId), storyOf(organizationId)];
    await publish([...mine, ...others]);
    await eventually(async () => expect(await started.rows('SELECT FROM deliveries')).toHaveLength(6));
    const first = await claim({ most: 1 });
    expect(first.events).toEqual([mine[0]?.id]);
    expect((await claim({})).events).toEqual(idsOf(others));
    expect((await claim({ held: first.ids })).events).toEqual(idsOf(mine).slice(1));
  });
});

describe('many events of one customer that wait', () => {
  const wait = async (): Promise<Told> => {
    started = await startDeliveries({ inFlight: 0 });
    const { organizationId } = await started.listen({ events });
    const story = storyOf(organizationId, 30);
    await publish(story);
    await eventually(async () => expect(await started.rows('SELECT FROM deliveries')).toHaveLength(32));
    return story;
  };
  const later = (): void => started.stack.clock.set(new Date(started.stack.clock.now().getTime() + 5_000));

  it('go on when one that had failed is sent again by hand', async () => {
    const story = await wait();
    const [first] = idsOf(story);
    await started.rows('UPDATE deliveries SET attempts = 1 WHERE event_id = $1', first);
    later();
    const event = await findEvent(started.stack.db.manager, { id: first ?? '' });
    if (!event) throw new Error('the event is gone');
    await redeliverEvent(started.webhook, event);
    expect((await claim()).events).toEqual(idsOf(story).slice(1, 17));
    expect((await claim()).events).toContain(first);
  });

  it('go on where the clock of a process that took the first of them in is ahead', async () => {
    const story = await wait();
    later();
    await started.rows(
      'UPDATE deliveries SET next_attempt_at = $2 WHERE event_id = $1',
      story[0]?.id,
      started.stack.clock.now(),
    );
    expect((await claim()).events).toEqual(idsOf(story).slice(1, 17));
  });
});
