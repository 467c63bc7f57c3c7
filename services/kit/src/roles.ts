/**
 * What a process of a service does: it serves requests, or does the work that nobody waits for, or both. Both share one
 * event loop, in which work that has piled up holds up requests: an installation that cannot have that runs them apart.
 */
import { getPriority, setPriority } from 'node:os';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Bus } from './bus.ts';
import { passWakes, wakeWork } from './wake.ts';

/** The environment of a service whose processes may take a part of it each. */
export const WorkerEnv = z.object({
  /** `server`: requests alone. `worker`: consumers of events, the relay and due work alone. */
  WORKER_MODE: z.enum(['shared', 'server', 'worker']).default('shared'),
});

export type Roles = { serves: boolean; works: boolean };

export const allRoles: Roles = { serves: true, works: true };

const Works = z.array(z.string());

/** Of 19, the least. Beside a process of usual priority (0) it gets about a tenth of a processor that both want. */
const workerNiceness = 10;

const giveWay = (): void => {
  try {
    setPriority(Math.max(getPriority(), workerNiceness));
  } catch {
    // Where processes may not choose, the work is done all the same.
  }
};

/**
 * Takes the roles of a mode. A process that does not work tells those that do, as soon as it has left them something: its
 * note may be lost, and is found later then, as what a process that died has left. One that only works gives way to those
 * whose answers somebody waits for.
 */
export const takeRoles = async (
  { WORKER_MODE: mode }: z.output<typeof WorkerEnv>,
  { name, db, bus }: { name: string; db: DataSource; bus: Bus },
): Promise<Roles> => {
  const roles = { serves: mode !== 'worker', works: mode !== 'server' };
  if (!roles.serves) giveWay();
  const subject = `note.${name}.work`;
  // One of them hears it: the others would look for what is taken already.
  if (roles.works) await bus.onBroadcast(subject, (works) => wakeWork(db, Works.parse(works)), name);
  else passWakes(db, (works) => tell(bus, subject, works));
  return roles;
};

const tell = (bus: Bus, subject: string, works: readonly string[]): void => {
  try {
    bus.broadcast(subject, works);
  } catch {
    // The connection is being closed. What was left is found all the same, and the commit stands.
  }
};
