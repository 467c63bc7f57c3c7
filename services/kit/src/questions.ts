/** What travels on the bus without being kept: questions and their answers, notes. */
import { type Msg, type NatsConnection, NoRespondersError } from '@nats-io/transport-node';
import type { Ask } from '@tessera/proto/api/asks';
import type { Failure } from '@tessera/proto/api/error';
import { readReply } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { AppError, kitErrors } from './errors.ts';
import type { Logger } from './log.ts';
import { isOutage } from './outage.ts';

/** Questions to other services, and answers to theirs. */
export type Questions = {
  /** Asks another service. Throws its failure, or ServiceUnavailable when nobody answers in time. */
  ask: <Q extends z.ZodType, A extends z.ZodType>(
    ask: Ask<Q, A>,
    question: z.input<Q>,
  ) => Promise<z.output<A>>;
  /** Answers questions, one replica each. */
  answer: <Q extends z.ZodType, A extends z.ZodType>(
    ask: Ask<Q, A>,
    handle: (question: z.output<Q>) => Promise<z.input<A>>,
  ) => Promise<void>;
};

/** What is told to whoever listens now. */
export type Notes = {
  /** A note to whoever listens now; may be lost. */
  broadcast: (subject: string, value: unknown) => void;
  /** Listens to notes; every replica hears each, or one of a queue does. Answers how to stop. */
  onBroadcast: (subject: string, handle: (value: unknown) => void, queue?: string) => Promise<() => void>;
  /** Asks everyone who listens and waits until no more answers come. Answers how many there were. */
  pingAll: (subject: string, value: unknown) => Promise<number>;
  /** Listens to `askAll`. */
  onPing: (subject: string, handle: (value: unknown) => void) => Promise<void>;
};

const askMilliseconds = 3_000;

type Envelope = { ok?: unknown; failure?: Failure };

/** Questions to one replica of a service, and answers. A failure passes with its name, status and words. */
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
        // Told apart for who asked: an event whose handler met an outage waits, others are given up in the end.
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

/** Notes to whoever listens now. A listener that throws is logged: it must not take the connection with it. */
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
