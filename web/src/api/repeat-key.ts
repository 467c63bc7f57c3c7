/**
 * Keys of requests whose outcome nobody knows, by what was sent. Whoever sends the same once more, as the page asks them
 * to, sends the same key (`Idempotency-Key`): what was done already is answered and not done twice.
 */
const unanswered = new Map<string, string>();

export type RepeatKey = { key: string; isAnswered: (status: number) => void };

/** Of a request that makes something. */
export const repeatKey = (address: string, body: unknown): RepeatKey => {
  const sent = `${address} ${JSON.stringify(body)}`;
  // Not `randomUUID`, which pages without https do not have.
  const key = unanswered.get(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  return {
    key,
    isAnswered: (status) => {
      if (isFinal(status)) unanswered.delete(sent);
      else unanswered.set(sent, key);
    },
  };
};

/** 0: no answer came. 409 is said of what is still being carried out, and of what was cut off. */
const isFinal = (status: number): boolean => status !== 0 && status !== 409 && status < 500;
