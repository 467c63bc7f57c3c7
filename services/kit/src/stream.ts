/** JetStream's streams: one a service, made by whoever needs it first. */
import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type MsgHdrs, type NatsConnection, NoRespondersError } from '@nats-io/transport-node';

/** `billing.order.paid` -> `BILLING`: the stream that keeps a subject. */
export const streamOf = (subject: string): string => (subject.split('.')[0] ?? '').toUpperCase();

const takenName = 10_058;

/** One stream a service, kept whole: its replay rebuilds every copy that others keep. */
export const ensureStream = async (nc: NatsConnection, name: string): Promise<void> => {
  const jsm = await jetstreamManager(nc);
  try {
    await jsm.streams.add({
      name,
      subjects: [`${name.toLowerCase()}.>`],
      duplicate_window: 5 * 60 * 1_000_000_000,
    });
  } catch (error) {
    // It exists with other settings: an operator's (replicas, placement) are to be kept.
    if (!(error instanceof JetStreamApiError) || error.code !== takenName) throw error;
  }
};

export type Publication = { subject: string; body: Uint8Array; id: string; headers: MsgHdrs };

/** Publishes into JetStream; a stream that is missing is made, once for all that miss it at the same time. */
export const createPublisher = (nc: NatsConnection): ((publication: Publication) => Promise<void>) => {
  const js = jetstream(nc, { timeout: 5_000 });
  const making = new Map<string, Promise<void>>();
  const make = (stream: string): Promise<void> => {
    const present = making.get(stream) ?? ensureStream(nc, stream).finally(() => making.delete(stream));
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
