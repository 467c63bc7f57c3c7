/** Mail through SMTP. A mail is sent by a consumer of the event that caused it, so that a dead server loses nothing. */
import type { Logger } from './log.ts';

/** A mail. `type`, `url` and `token` name what it is for; they reach the local inbox, in development only. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  type: string;
  url?: string;
  token?: string;
  /** The same for every try of one mail (the event's id), so that a receiver can drop a repetition. */
  messageId: string;
};

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

/** Sends mails over one pooled SMTP connection. Throws when the server does not take the mail. */
export const createMailer = (options: {
  url: string;
  from: string;
  isDevelopment: boolean;
  log: Logger;
}): Mailer => {
  let opened: ReturnType<typeof openTransport> | undefined;
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
        messageId: `<${messageId}@tessera>`,
        ...(options.isDevelopment && { headers: marks }),
      });
      options.log.info({ type, messageId }, 'mail sent');
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
};

/** Loaded with the first mail: it holds some megabytes. */
const openTransport = async ({ url, from }: { url: string; from: string }) => {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 };
  return createTransport({ url, pool: true, maxConnections: 2, ...timeouts }, { from });
};
