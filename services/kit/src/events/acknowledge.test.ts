import { create, toBinary } from '@bufbuild/protobuf';
import { headers as createHeaders } from '@nats-io/transport-node';
import { userCreated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../../test/eventually.ts';
import { captureLog } from '../../test/log.ts';
import { kitErrors } from '../errors.ts';
import { createMetrics } from '../observability/metrics.ts';
import { handleAndAcknowledge } from './acknowledge.ts';
import type { Publication } from './stream.ts';
import { HopelessEvent, on, TooEarly } from './subscription.ts';

type Given = { tries?: number; body?: Uint8Array; id?: string; subject?: string };

const delivery = ({ tries = 1, body, id = uuidv7(), subject = userCreated.subject }: Given = {}) => {
  const headers = createHeaders();
  headers.set('ce-id', id);
  const calls: string[] = [];
  const data = body ?? toBinary(userCreated.schema, create(userCreated.schema, { user: { id: 'u1' } }));
  const message = {
    headers,
    data,
    subject,
    info: { deliveryCount: tries, stream: 'IDENTITY', streamSequence: 7, timestampNanos: 0 },
    ack: () => void calls.push('ack'),
    nak: (pause?: number) => void calls.push(`nak ${pause}`),
    term: () => void calls.push('term'),
    working: () => void calls.push('working'),
  };
  return { message: message as never, calls };
};

const acknowledging = (
  handle: () => Promise<unknown>,
  options: { heartbeat?: number; parkFails?: boolean } = {},
) => {
  const log = captureLog();
  const parked: Publication[] = [];
  const receive = handleAndAcknowledge({
    durable: 'test-durable',
    on: [on(userCreated, handle)],
    publish: async (publication) => {
      if (options.parkFails) throw new Error('the bus is away');
      parked.push(publication);
    },
    log: log.logger,
    metrics: createMetrics('test'),
    heartbeat: options.heartbeat ?? 60_000,
  });
  return { receive, parked, log };
};

const fails = (error: Error) => async (): Promise<never> => {
  throw error;
};
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('handleAndAcknowledge', () => {
  it('acknowledges what was handled', async () => {
    const handle = jest.fn(() => Promise.resolve());
    const { message, calls } = delivery();
    await acknowledging(handle).receive(message);
    expect(calls).toEqual(['ack']);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('asks for a failed event again, later with each try, at most a minute later', async () => {
    const { receive, log } = acknowledging(fails(new Error('not yet')));
    const pauses: string[] = [];
    for (const tries of [1, 2, 3, 14]) {
      const { message, calls } = delivery({ tries });
      await receive(message);
      pauses.push(...calls);
    }
    expect(pauses).toEqual(['nak 500', 'nak 1000', 'nak 2000', 'nak 60000']);
    expect(log.lines()).toHaveLength(4);
    expect(log.lines()[0]).toMatchObject({ level: 40, tries: 1, consumer: 'test-durable' });
  });

  it('asks again for an event that came too early, parks it never and warns nobody', async () => {
    const { receive, parked, log } = acknowledging(fails(new TooEarly('the other one is still at it')));
    const { message, calls } = delivery({ tries: 20 });
    await receive(message);
    expect([calls, parked, log.lines().filter(({ level }) => Number(level) > 20)]).toEqual([
      ['nak 60000'],
      [],
      [],
    ]);
  });

  it('parks an event that failed too many times, with one error line', async () => {
    const { receive, parked, log } = acknowledging(fails(new Error('never\nworks')));
    const { message, calls } = delivery({ tries: 15 });
    await receive(message);
    expect(calls).toEqual(['term']);
    expect(parked).toHaveLength(1);
    expect(parked[0]).toMatchObject({ subject: 'parked.test-durable', id: 'test-durable:IDENTITY:7' });
    expect(parked[0]?.headers.get('parked-error')).toBe('never works');
    expect(parked[0]?.headers.get('parked-subject')).toBe(userCreated.subject);
    expect(log.lines().filter(({ level }) => level === 50)).toHaveLength(1);
  });

  it('parks a hopeless event at the first try', async () => {
    const { receive, parked } = acknowledging(fails(new HopelessEvent('gone')));
    const { message, calls } = delivery();
    await receive(message);
    expect(calls).toEqual(['term']);
    expect(parked).toHaveLength(1);
  });

  it('parks at once a body that does not decode, without calling the handler', async () => {
    const handle = jest.fn(() => Promise.resolve());
    const { receive, parked } = acknowledging(handle);
    const { message, calls } = delivery({ body: new Uint8Array([0x0a, 0xff]) });
    await receive(message);
    expect(handle).not.toHaveBeenCalled();
    expect(calls).toEqual(['term']);
    expect(parked[0]?.headers.get('parked-error')).toBe('the body is no tessera.identity.v1.UserCreated');
  });

  it('parks at once an event without an id: nothing could tell it from its repetition', async () => {
    const { receive, parked } = acknowledging(() => Promise.resolve());
    await receive(delivery({ id: '' }).message);
    expect(parked).toHaveLength(1);
  });

  it.each([refused, kitErrors.ServiceUnavailable()])(
    'parks nothing because of an outage, however long it takes: %s',
    async (error) => {
      const { receive, parked } = acknowledging(fails(error));
      const { message, calls } = delivery({ tries: 400 });
      await receive(message);
      expect(calls).toEqual(['nak 10000']);
      expect(parked).toEqual([]);
    },
  );

  it('leaves an event that it does not know to a replica that does', async () => {
    const { receive } = acknowledging(() => Promise.resolve());
    const { message, calls } = delivery({ subject: 'identity.user.imagined' });
    await receive(message);
    expect(calls).toEqual(['nak 500']);
  });

  it('asks for the event again when it could not be parked', async () => {
    const { receive } = acknowledging(fails(new HopelessEvent('gone')), { parkFails: true });
    const { message, calls } = delivery();
    await receive(message);
    expect(calls).toEqual(['nak 500']);
  });

  it('gives signs of life while a handler works, and none afterwards', async () => {
    let finish = (): void => undefined;
    const { receive } = acknowledging(() => new Promise<void>((resolve) => (finish = resolve)), {
      heartbeat: 5,
    });
    const { message, calls } = delivery();
    const received = receive(message);
    await eventually(() => expect(calls.length).toBeGreaterThan(2));
    finish();
    await received;
    expect(calls.at(-1)).toBe('ack');
  });

  it('does not throw when the connection is gone', async () => {
    const { message } = delivery();
    Object.assign(message, {
      ack: () => {
        throw new Error('closed connection');
      },
    });
    await acknowledging(() => Promise.resolve()).receive(message);
  });
});
