/** A running part of a process. */

/** `stop` resolves when the part has finished its current work. */
export type Stoppable = { stop: () => Promise<void> };
