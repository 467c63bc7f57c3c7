/** Mail through SMTP. Consumers of events send mails, so that an outage of the mail server loses none. */
import type { Logger } from '../log.ts';

/** A mail. `type`, `url` and `token` are sent as headers in development only, for the local inbox. */
export type Mail = {
  to: string;
  /** Where answers go instead of to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  type: string;
  url?: string;
  token?: string;
  /** The id of the event: the same for each attempt, so that receivers can drop duplicates. */
  messageId: string;
};

/** Thrown by `send` when the mail server will never take a mail to this address. `reply`: its code, as `550 5.1.1`. */
export class RefusedRecipient extends Error {
  override name = 'RefusedRecipient';
  readonly reply: string;

  constructor(reply: string, cause: unknown) {
    super('the mail server refuses the recipient', { cause });
    this.reply = reply;
  }
}

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

/** Sends mails over a pool of SMTP connections. `send` throws when the server does not accept the mail. */
export const createMailer = (options: {
  url: string;
  from: string;
  isDevelopment: boolean;
  log: Logger;
}): Mailer => {
  let opened: ReturnType<typeof openTransport> | undefined;
  // Of the sender: spam filters distrust ids that end in no domain.
  const domain = /@([\w.-]+)/u.exec(options.from)?.[1] ?? 'tessera';
  return {
    send: async ({ type, url, token, messageId, ...mail }) => {
      const marks = {
        'X-Tessera-Type': type,
        ...(url && { 'X-Tessera-Url': url }),
        ...(token && { 'X-Tessera-Token': token }),
      };
      opened ??= openTransport(options);
      const transport = await opened;
      const sending = transport.sendMail({
        ...mail,
        messageId: `<${messageId}@${domain}>`,
        // Keeps out-of-office programs from replying (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...(options.isDevelopment && marks) },
      });
      await sending.catch((error: unknown) => {
        const reply = recipientRefusal(error);
        if (reply === null) throw error;
        options.log.warn({ type, messageId, reply }, 'mail refused: there is no such recipient');
        throw new RefusedRecipient(reply, error);
      });
      options.log.info({ type, messageId }, 'mail sent');
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
};

/** Loads nodemailer with the first mail: it takes some megabytes. */
const openTransport = async ({ url, from }: { url: string; from: string }) => {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 };
  return createTransport({ url, pool: true, maxConnections: 2, ...timeouts }, { from });
};

/**
 * The code by which a server refuses a recipient for good; null for all else. A server that refuses its sender, or
 * relays for nobody, is set up wrongly: those mails can be sent when it is mended (RFC 3463: 5.1 address, 5.2 mailbox,
 * 5.4 routing, except for the sender's own address).
 */
const recipientRefusal = (error: unknown): string | null => {
  const { command, response = '' } = error as { command?: string; response?: string };
  const [, code, status] = /^(5\d\d)[ -](?:(5\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? [];
  if (command !== 'RCPT TO' || !code) return null;
  if (status) return /^5\.(?:1\.(?![78]$)|[24]\.)/.test(status) ? `${code} ${status}` : null;
  return /^55[0-3]$/.test(code) && !/relay|authenticat|sender/i.test(response) ? code : null;
};
