/** JetStream's streams: one a service, made by whoever needs it first. */
import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type MsgHdrs, type NatsConnection, NoRespondersError } from '@nats-io/transport-node';

/** `billing.order.paid` -> `BILLING`: the stream that keeps a subject. */
export const streamOf = (subject: string): string => (subject.split('.')[0] ?? '').toUpperCase();

const takenName = 10_058;

const second = 1_000_000_000;
const day = 86_400 * second;

/**
 * One stream a service. It keeps its events for so many days, one that exists as well; what copies need of older ones
 * they ask the owner for. Without `retentionDays` a stream that exists is left as it is.
 */
export const ensureStream = async (
  nc: NatsConnection,
  name: string,
  retentionDays?: number,
): Promise<void> => {
  const jsm = await jetstreamManager(nc);
  const max_age = retentionDays === undefined ? 0 : retentionDays * day;
  const subjects = [`${name.toLowerCase()}.>`];
  try {
    await jsm.streams.add({ name, subjects, duplicate_window: 5 * 60 * second, max_age });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== takenName) throw error;
    // It exists with other settings: an operator's (replicas, placement) are to be kept.
    if (retentionDays === undefined) return;
    const { config } = await jsm.streams.info(name);
    if (config.max_age !== max_age) await jsm.streams.update(name, { max_age });
  }
};

export type Publication = { subject: string; body: Uint8Array; id: string; headers: MsgHdrs };

/** Publishes into JetStream; a stream that is missing is made, once for all that miss it at the same time. */
export const createPublisher = (
  nc: NatsConnection,
  retentionDays: number,
): ((publication: Publication) => Promise<void>) => {
  const js = jetstream(nc, { timeout: 5_000 });
  const making = new Map<string, Promise<void>>();
  const make = (stream: string): Promise<void> => {
    const present =
      making.get(stream) ?? ensureStream(nc, stream, retentionDays).finally(() => making.delete(stream));
    making.set(stream, present);
    return present;
  };
  return async ({ subject, body, id, headers }) => {
    const publish = () => js.publish(subject, body, { msgID: id, headers });
    try {
      await publish();
    } catch (error) {
      if (!isMissing(error)) throw error;
      await make(streamOf(subject));
      await publish();
    }
  };
};

/** Nobody listens on the subject: there is no stream for it. */
const isMissing = (error: unknown): boolean =>
  error instanceof NoRespondersError ||
  (error as Error).name === 'JetStreamNotEnabled' ||
  /no responders|no stream/i.test((error as Error).message);
