/**
 * The roles of a service process: it serves requests, runs background work, or both. In a shared event loop a backlog
 * of work delays requests; installations that cannot have that run the roles in separate processes.
 */
import { getPriority, setPriority } from 'node:os';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { passWakes, wakeWork } from '../background/wake.ts';
import type { Bus } from '../events/bus.ts';

/** Environment variables of a service whose processes may take separate roles. */
export const WorkerEnv = z.object({
  /** `server`: requests only. `worker`: event consumers, relay and due work only. */
  WORKER_MODE: z.enum(['shared', 'server', 'worker']).default('shared'),
});

export type Roles = { serves: boolean; works: boolean };

export const allRoles: Roles = { serves: true, works: true };

const Works = z.array(z.string());

/** From 0 (default) to 19 (lowest). At 10 a process gets about a tenth of a contended CPU. */
const workerNiceness = 10;

const giveWay = (): void => {
  try {
    setPriority(Math.max(getPriority(), workerNiceness));
  } catch {
    // Not permitted here; the work runs at normal priority.
  }
};

/**
 * Returns the roles of a mode. A process without the worker role broadcasts that it enqueued work; a lost broadcast
 * only delays the work until the next poll. A pure worker lowers its priority in favour of processes that serve
 * requests.
 */
export const takeRoles = async (
  { WORKER_MODE: mode }: z.output<typeof WorkerEnv>,
  { name, db, bus }: { name: string; db: DataSource; bus: Bus },
): Promise<Roles> => {
  const roles = { serves: mode !== 'worker', works: mode !== 'server' };
  if (!roles.serves) giveWay();
  const subject = `note.${name}.work`;
  // Only one worker receives it: the others would find the work already claimed.
  if (roles.works) await bus.onBroadcast(subject, (works) => wakeWork(db, Works.parse(works)), name);
  else passWakes(db, (works) => tell(bus, subject, works));
  return roles;
};

const tell = (bus: Bus, subject: string, works: readonly string[]): void => {
  try {
    bus.broadcast(subject, works);
  } catch {
    // The connection is closing. The commit stands, and polling finds the work.
  }
};
