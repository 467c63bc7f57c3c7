import { BillingError } from '@tessera/proto/api/error';

/**
 * Keys of requests whose outcome nobody knows, by what was sent. Whoever sends the same once more, as the page asks them
 * to, sends the same key (`Idempotency-Key`): what was done already is answered and not done twice.
 */
const unanswered = new Map<string, string>();

export type RepeatKey = { key: string; isAnswered: (status: number, body: unknown) => void };

/** Of a request that makes something. */
export const repeatKey = (address: string, body: unknown): RepeatKey => {
  const sent = `${address} ${JSON.stringify(body)}`;
  // Not `randomUUID`, which pages without https do not have.
  const key = unanswered.get(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  return {
    key,
    isAnswered: (status, body) => {
      if (isFinal(status, body)) unanswered.delete(sent);
      else unanswered.set(sent, key);
    },
  };
};

/** 0: no answer came. */
const isFinal = (status: number, body: unknown): boolean =>
  status !== 0 && status < 500 && !isUnderWay(status, body);

/** What was cut off, which is 409 too, has been said by now: whoever looks and then sends it once more means it. */
const isUnderWay = (status: number, body: unknown): boolean =>
  status === 409 && BillingError.safeParse(body).data?.error === 'idempotency_key_in_flight';
