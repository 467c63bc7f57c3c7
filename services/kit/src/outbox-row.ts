/** An event as it lies in the outbox and travels on the bus. `id` is its message id. */
export type OutboxRow = { id: string; subject: string; headers: Record<string, string>; body: Buffer };
