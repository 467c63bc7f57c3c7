import { EventEmitter, once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A mail as `GET /mail` lists it. `type`, `url` and `token` are null where the mail has none. */
export type ReceivedMail = {
  id: string;
  to: string;
  subject: string;
  type: string | null;
  url: string | null;
  token: string | null;
  html: string;
  text: string;
  sentAt: string;
};

/** Mails, oldest first. The oldest are deleted when there are too many. */
export type InboxStore = {
  add: (mail: ReceivedMail) => void;
  list: () => readonly ReceivedMail[];
  find: (id: string) => ReceivedMail | undefined;
  clear: () => void;
  /** Resolves when the next mail arrives or the signal aborts. */
  next: (signal: AbortSignal) => Promise<void>;
};

const MOST = 1000;

/** A line that was cut off by a crash is skipped, so that the others are not lost. */
const readLines = (file: string): ReceivedMail[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as ReceivedMail];
        } catch {
          return [];
        }
      })
      .slice(-MOST);
  } catch {
    return [];
  }
};

const rewrite = (file: string, mails: readonly ReceivedMail[]): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, mails.map((mail) => `${JSON.stringify(mail)}\n`).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** A store in memory, persisted in `file` (one JSON line per mail) if one is passed. */
export const createInboxStore = (file?: string): InboxStore => {
  const mails = new Map((file === undefined ? [] : readLines(file)).map((mail) => [mail.id, mail]));
  let lines = mails.size;
  const arrivals = new EventEmitter().setMaxListeners(0);
  if (file !== undefined) rewrite(file, [...mails.values()]);
  return {
    add(mail) {
      // A sender that does not know whether its mail arrived sends it again with the same message id.
      if (mails.has(mail.id)) return;
      mails.set(mail.id, mail);
      const [oldest] = mails.keys();
      if (mails.size > MOST && oldest !== undefined) mails.delete(oldest);
      arrivals.emit('mail');
      if (file === undefined) return;
      lines += 1;
      if (lines <= 2 * MOST) return appendFileSync(file, `${JSON.stringify(mail)}\n`);
      rewrite(file, [...mails.values()]);
      lines = mails.size;
    },
    next: async (signal) => {
      await once(arrivals, 'mail', { signal }).catch(() => undefined);
    },
    list: () => [...mails.values()],
    find: (id) => mails.get(id),
    clear() {
      mails.clear();
      lines = 0;
      if (file !== undefined) rewrite(file, [...mails.values()]);
    },
  };
};
