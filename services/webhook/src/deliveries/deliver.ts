/** Handles one delivery, from claim to recorded result. */
import { LRUCache } from 'lru-cache';
import type { Webhook } from '../webhook.ts';
import { type Job, releaseDeliveries } from './claim.ts';
import { judgeEndpoints } from './failing.ts';
import { createRecorder } from './record.ts';
import { isGone, retryDelay } from './rules.ts';
import { type Outcome, type Sender, sendMessage } from './send.ts';
import { createSequence } from './sequence.ts';
import { keysOf } from './signature.ts';

/** Attempts a delivery and records the result. `stopping` aborts attempts, which other processes then repeat. */
export const createDeliver = (webhook: Webhook, sender: Sender, stopping: AbortSignal) => {
  const { db, log, maxGivenUp: most } = webhook;
  const recorder = createRecorder(db, log, (results) =>
    judgeEndpoints({ db, now: webhook.now(), most }, results),
  );
  const open = createKeyCache(webhook);
  const sequence = createSequence();
  // Retries are out of order anyway, and do not wait for others of their sequence.
  const inSequence = <Result>(job: Job, work: () => Promise<Result>): Promise<Result> =>
    job.attempts > 0 || job.sequenceKey === null
      ? work()
      : sequence(`${job.endpointId} ${job.sequenceKey}`, work);
  /** Null when the attempt was aborted before it had an outcome. */
  const attempt = async (job: Job): Promise<{ outcome: Outcome; startedAt: Date } | null> => {
    if (stopping.aborted) return null;
    const startedAt = webhook.now();
    const keys = open(job);
    const outcome = keys ? await sendMessage(sender, { ...job, keys }, stopping) : unsigned;
    return outcome && { outcome, startedAt };
  };
  return async (job: Job): Promise<void> => {
    const sent = await inSequence(job, () => attempt(job));
    if (!sent) {
      await releaseDeliveries(webhook.db, [job.id]);
      return;
    }
    const { outcome, startedAt } = sent;
    const isLast = outcome.succeeded || isGone(outcome) || job.isTest;
    const nextAttemptAt = isLast ? null : nextAttempt(webhook.now(), job.attempts + 1, outcome);
    await recorder.record({ job, outcome, startedAt, nextAttemptAt });
    logOutcome(webhook, job, { outcome, nextAttemptAt });
  };
};

const unsigned: Outcome = {
  succeeded: false,
  httpCode: null,
  durationMs: 0,
  response: null,
  error: 'The message could not be signed: set a new secret',
  askedDelay: 0,
};

/** The next attempt by the retry schedule, but not before the receiver's `Retry-After`. */
const nextAttempt = (now: Date, retry: number, { askedDelay }: Outcome): Date | null => {
  const seconds = retryDelay(retry, Math.random());
  return seconds === null ? null : new Date(now.getTime() + Math.max(seconds, askedDelay) * 1000);
};

const maxKeptKeys = 1_000;

/** Decrypts each secret once instead of per attempt. Returns null when no key of the ring decrypts it. */
const createKeyCache = (webhook: Webhook): ((job: Job) => Buffer[] | null) => {
  const kept = new LRUCache<string, Buffer[]>({ max: maxKeptKeys });
  return ({ secret, endpointId }) => {
    const known = kept.get(secret);
    if (known) return known;
    try {
      const keys = keysOf(webhook.vault.decrypt(secret));
      kept.set(secret, keys);
      return keys;
    } catch (error) {
      webhook.log.error({ err: error, endpointId }, 'the secret of a webhook endpoint cannot be opened');
      return null;
    }
  };
};

const logOutcome = (
  webhook: Webhook,
  job: Job,
  { outcome, nextAttemptAt }: { outcome: Outcome; nextAttemptAt: Date | null },
): void =>
  webhook.log.info(
    {
      eventId: job.eventId,
      endpointId: job.endpointId,
      organizationId: job.organizationId,
      type: job.type,
      attempt: job.attempts + 1,
      status: outcome.httpCode,
      ms: outcome.durationMs,
      ...(outcome.error !== null && { reason: outcome.error }),
      ...(nextAttemptAt && { nextAttemptAt }),
      ...(job.isTest && { isTest: true }),
    },
    outcome.succeeded ? 'webhook delivered' : 'webhook failed',
  );
