/**
 * Idempotency keys of requests with an unknown outcome, by address and body. Repeating the same request, as the page
 * suggests, sends the same `Idempotency-Key`: the server returns the first result instead of repeating the effect.
 */
const unanswered = new Map<string, string>();

export type RepeatKey = { key: string; isAnswered: (status: number, body: unknown) => void };

/** The idempotency key of a request that creates something. */
export const repeatKey = (address: string, body: unknown): RepeatKey => {
  const sent = `${address} ${JSON.stringify(body)}`;
  // Not `randomUUID`, which is missing on pages without https.
  const key = unanswered.get(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  return {
    key,
    isAnswered: (status, body) => {
      if (isFinal(status, body)) unanswered.delete(sent);
      else unanswered.set(sent, key);
    },
  };
};

/** Status 0: no response. */
const isFinal = (status: number, body: unknown): boolean =>
  status !== 0 && status < 500 && !isUnderWay(status, body);

/** Keeps the key while the first request is in flight. Other 409s, as for an interrupted request, are final. */
const isUnderWay = (status: number, body: unknown): boolean =>
  status === 409 && (body as { error?: unknown } | null)?.error === 'idempotency_key_in_flight';
