/** Sent mails, read from the development inbox. */
import { eventually } from '@tessera/kit/test/eventually';

export type Mail = {
  to: string;
  type: string;
  subject: string;
  url: string;
  token: string;
  text: string;
  html: string;
};

/** Waits for the newest mail of a kind to an address. */
export const mailTo = (url: string, email: string, kind: string): Promise<Mail> =>
  eventually(async () => {
    const { items } = (await (await fetch(`${url}/api/dev/mail`)).json()) as { items: Mail[] };
    const mail = items.findLast(({ to, type }) => to === email && type === kind);
    if (!mail) throw new Error(`no ${kind} mail to ${email} yet`);
    return mail;
  });
