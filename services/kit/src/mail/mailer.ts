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
      await transport.sendMail({
        ...mail,
        messageId: `<${messageId}@${domain}>`,
        // Keeps out-of-office programs from replying (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...(options.isDevelopment && marks) },
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
