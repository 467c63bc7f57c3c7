/** The webhook service with a delivery worker, and queries on its deliveries. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import {
  customerEvent,
  makeCustomer,
  makeEndpoint,
  makeToken,
  type Receiver,
  startReceiver,
  startTestWorker,
  startWebhook,
  type WebhookStack,
} from './factories.ts';

/** Generous, since test machines may be busy. */
const timeoutMilliseconds = 15_000;

type DeliveryRow = { id: string; state: string; attempts: number; next_attempt_at: Date };

export type Deliveries = Awaited<ReturnType<typeof startDeliveries>>;

/** Starts the service with a worker. */
export const startDeliveries = async (options: Parameters<typeof startTestWorker>[1] = {}) => {
  const started = await startWebhook();
  startTestWorker(started, options);
  const rows = <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    started.stack.db.query(sql, values);
  const deliveryOf = async (eventId: string): Promise<DeliveryRow> => {
    const [row] = await rows<DeliveryRow>('SELECT * FROM deliveries WHERE event_id = $1', eventId);
    if (!row) throw new Error('no delivery yet');
    return row;
  };
  return {
    ...started,
    rows,
    deliveryOf,
    /** Creates an endpoint of a new organization at a new receiver. */
    listen: (changes: Record<string, unknown> = {}) => listen(started, changes),
    /** Publishes the event of a new customer. Returns the event's id. */
    tell: async (organizationId: string, customer: object = makeCustomer(organizationId)) => {
      const event = customerEvent(organizationId, customer);
      await started.stack.bus.publish(event);
      return event.id;
    },
    /** Waits until an event's only delivery has this state and number of attempts. */
    settled: (eventId: string, state: string, attempts = 1) =>
      eventually(
        async () => expect(await deliveryOf(eventId)).toMatchObject({ state, attempts }),
        timeoutMilliseconds,
      ),
    /** Waits until all deliveries of an event succeeded. */
    allSucceeded: (eventId: string) =>
      eventually(async () => {
        const found = await rows<DeliveryRow>('SELECT * FROM deliveries WHERE event_id = $1', eventId);
        expect([...new Set(found.map(({ state }) => state))]).toEqual(['succeeded']);
      }, timeoutMilliseconds),
    attemptsOf: (eventId: string) =>
      rows<Record<string, unknown>>(
        'SELECT a.* FROM attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.event_id = $1 ORDER BY a.id',
        eventId,
      ),
  };
};

const listen = async (started: WebhookStack, changes: Record<string, unknown>) => {
  const receiver = await startReceiver(started.stack);
  const organizationId = uuidv7();
  const token = makeToken(organizationId, 'webhooks:write', 'webhooks:read');
  const { id, secret } = await makeEndpoint(started, token, { url: receiver.url, ...changes });
  return { receiver, organizationId, token, id, secret };
};

/** Waits until a receiver has exactly `count` requests. */
export const received = (receiver: Receiver, count: number): Promise<void> =>
  eventually(() => expect(receiver.received).toHaveLength(count), timeoutMilliseconds);

/** A receiver's handler that responds with a status. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  (_req: IncomingMessage, res: ServerResponse): void =>
    void res.writeHead(status, headers).end('no');
