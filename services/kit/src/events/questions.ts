/** Messages on the bus that are not stored: request-reply between services, and broadcasts. */
import { type Msg, type NatsConnection, NoRespondersError } from '@nats-io/transport-node';
import type { Ask } from '@tessera/proto/api/asks';
import type { Failure } from '@tessera/proto/api/error';
import { readReply } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { isOutage } from '../database/outage.ts';
import { AppError, kitErrors } from '../errors.ts';
import type { Logger } from '../log.ts';

/** Request-reply between services. */
export type Questions = {
  /** Asks another service. Throws its failure, or ServiceUnavailable if no reply arrives in time. */
  ask: <Q extends z.ZodType, A extends z.ZodType>(
    ask: Ask<Q, A>,
    question: z.input<Q>,
  ) => Promise<z.output<A>>;
  /** Answers questions; each goes to one replica. */
  answer: <Q extends z.ZodType, A extends z.ZodType>(
    ask: Ask<Q, A>,
    handle: (question: z.output<Q>) => Promise<z.input<A>>,
  ) => Promise<void>;
};

/** Messages to the processes that are listening now. */
export type Notes = {
  /** Sends a message to current listeners; it may be lost. */
  broadcast: (subject: string, value: unknown) => void;
  /** Listens to broadcasts: every replica, or with `queue` one of them. Returns the unsubscribe function. */
  onBroadcast: (subject: string, handle: (value: unknown) => void, queue?: string) => Promise<() => void>;
  /** Sends a message to all listeners, and resolves when replies stop arriving. Returns their number. */
  pingAll: (subject: string, value: unknown) => Promise<number>;
  /** Listens to `pingAll`. */
  onPing: (subject: string, handle: (value: unknown) => void) => Promise<void>;
};

const askMilliseconds = 3_000;

type Envelope = { ok?: unknown; failure?: Failure };

/** Request-reply over NATS, one replica per question. A failure is passed on with its name, status and message. */
export const questions = (nc: NatsConnection, service: string, log: Logger): Questions => ({
  ask: async (ask, question) => {
    let message: Msg;
    try {
      message = await nc.request(ask.subject, JSON.stringify(question), { timeout: askMilliseconds });
    } catch (cause) {
      log.warn({ err: cause, subject: ask.subject }, 'nobody answered');
      throw kitErrors.ServiceUnavailable();
    }
    const { ok, failure } = message.json<Envelope>();
    if (failure) throw new AppError(failure);
    return ask.answer.parse(readReply(ask.answer, ok, 'camel'));
  },
  answer: async (ask, handle) => {
    const answerOne = async (message: Msg): Promise<Envelope> => {
      try {
        return { ok: await handle(ask.question.parse(message.json())) };
      } catch (error) {
        if (error instanceof AppError) return { failure: error.failure };
        log.error({ err: error, subject: ask.subject }, 'question not answered');
        // The caller must tell them apart: an event whose handler met an outage is retried, others are parked
        // eventually.
        const failure = isOutage(error) ? kitErrors.ServiceUnavailable() : kitErrors.InternalServerError();
        return { failure: failure.failure };
      }
    };
    const reply = async (message: Msg): Promise<void> => {
      try {
        message.respond(JSON.stringify(await answerOne(message)));
      } catch (error) {
        log.warn({ err: error, subject: ask.subject }, 'answer lost');
      }
    };
    nc.subscribe(ask.subject, {
      queue: service,
      callback: (error, message) => {
        if (!error) void reply(message);
      },
    });
    await nc.flush();
  },
});

/** Broadcasts over NATS. A throwing listener is logged: it must not break the connection. */
export const notes = (nc: NatsConnection, log: Logger): Notes => {
  const listen = async (subject: string, handle: (message: Msg) => void, queue?: string) => {
    const subscription = nc.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => {
        if (error) return;
        try {
          handle(message);
        } catch (cause) {
          log.warn({ err: cause, subject }, 'note not understood');
        }
      },
    });
    await nc.flush();
    return () => subscription.unsubscribe();
  };
  return {
    broadcast: (subject, value) => nc.publish(subject, JSON.stringify(value)),
    onBroadcast: (subject, handle, queue) => listen(subject, (message) => handle(message.json()), queue),
    onPing: async (subject, handle) => {
      await listen(subject, (message) => {
        handle(message.json());
        message.respond('{}');
      });
    },
    pingAll: async (subject, value) => {
      let answers = 0;
      try {
        const replies = await nc.requestMany(subject, JSON.stringify(value), {
          strategy: 'stall',
          maxWait: 1_000,
          stall: 150,
        });
        for await (const reply of replies) answers += reply.data.length > 0 ? 1 : 0;
      } catch (error) {
        if (!(error instanceof NoRespondersError)) throw error;
      }
      return answers;
    },
  };
};
