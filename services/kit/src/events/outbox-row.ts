/** An event in the outbox and on the bus. `id` is its message id. */
export type OutboxRow = { id: string; subject: string; headers: Record<string, string>; body: Buffer };

/**
 * Returns a SELECT that yields events as outbox rows, its parameters passed to `bind`. All bodies are sent as one
 * binary value: an array of them would be sent as text, twice as long and parsed character by character.
 */
export const selectEvents = (events: readonly OutboxRow[], bind: (value: unknown) => string): string => {
  const starts: number[] = [];
  let next = 1;
  for (const { body } of events) {
    starts.push(next);
    next += body.length;
  }
  const ids = bind(events.map(({ id }) => id));
  const subjects = bind(events.map(({ subject }) => subject));
  const headers = bind(events.map((event) => JSON.stringify(event.headers)));
  const bodies = bind(Buffer.concat(events.map(({ body }) => body)));
  const sizes = bind(events.map(({ body }) => body.length));
  return `SELECT id, subject, headers, substring(${bodies}::bytea FROM start FOR size) AS body
    FROM unnest(${ids}::uuid[], ${subjects}::text[], ${headers}::jsonb[], ${bind(starts)}::integer[], ${sizes}::integer[])
      AS event (id, subject, headers, start, size)`;
};
