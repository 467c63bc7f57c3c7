/** Works off the notes that a crash or a dead Redis left behind, and ends sessions that nobody came back for. */
import type { Identity } from '../identity.ts';
import { settleCopy } from '../session-store/settle.ts';
import { endExpiredSessions } from './end.ts';

const batch = 100;
const restMilliseconds = 1_000;
const expiryMilliseconds = 60_000;

/** Makes every copy follow that a note is waiting for. Answers whether none is left. */
export const settleNotes = async (
  identity: Pick<Identity, 'db' | 'copies' | 'fields' | 'now' | 'log'>,
): Promise<boolean> => {
  for (;;) {
    if (!identity.copies.isUp()) return false;
    const rows = (await identity.db.query(
      'SELECT DISTINCT token FROM session_copy_jobs ORDER BY token LIMIT $1',
      [batch],
    )) as { token: string }[];
    if (rows.length === 0) return true;
    for (const { token } of rows) {
      await settleCopy(identity, token);
      if (!identity.copies.isUp()) return false;
    }
  }
};

/** Runs until stopped; hurries when Redis returns, because copies are not believed before the notes are settled. */
export const startSessionSweeper = (identity: Identity): { stop: () => Promise<void> } => {
  let isRunning = true;
  let wake = (): void => undefined;
  let nextExpiry = performance.now() + expiryMilliseconds;
  identity.copies.onReturn(() => wake());
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMilliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const pass = async (): Promise<void> => {
    try {
      if (await settleNotes(identity)) identity.copies.trust();
      if (performance.now() < nextExpiry) return;
      nextExpiry = performance.now() + expiryMilliseconds;
      await endExpiredSessions(identity);
    } catch (error) {
      identity.log.warn({ err: error }, 'sessions are swept again later');
    }
  };
  const run = async (): Promise<void> => {
    while (isRunning) {
      await pass();
      if (isRunning) await rest();
    }
  };
  const loop = run();
  return {
    stop: async () => {
      isRunning = false;
      wake();
      await loop;
    },
  };
};
