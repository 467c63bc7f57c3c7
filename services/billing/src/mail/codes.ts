/** Sends codes for customers to sign in, and to confirm a new e-mail address. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { mailLimit, mayWrite } from '@tessera/kit/mail/limit';
import type { Mail } from '@tessera/kit/mail/mailer';
import { mailOnce } from '@tessera/kit/mail/once';
import { customerCodeRequested } from '@tessera/proto/events/billing';
import { findOrganizationRow, type OrganizationRow } from '../access/organizations/entity.ts';
import type { Billing } from '../billing.ts';
import { portalUrl } from '../customer-sessions/url.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { findCustomerByEmail, findCustomerById } from '../customers/find.ts';
import { type CodeRow, createCode, findCode, keepCode } from '../portal/sign-in/codes.ts';
import { sealRequest } from '../portal/sign-in/request-token.ts';
import { localeOfCustomer } from './language.ts';
import { codeMail } from './templates/code.ts';
import { type Words, wordsFor } from './templates/words.ts';

/** More than one network may request (`requestsOfNetwork`), so that no single one uses up an address's mails. */
const signInMailsAnHour = 10;

export const consumeCodes = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'code-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(customerCodeRequested, async ({ codeId, language }, { id }) => {
        const row = await findCode(billing.db.manager, codeId);
        if (row && row.expiresAt > billing.now()) await sendCode(billing, row, { language, eventId: id });
      }),
    ],
  });

const sendCode = async (
  billing: Billing,
  row: CodeRow,
  { language, eventId }: { language: string; eventId: string },
): Promise<void> => {
  const em = billing.db.manager;
  const seller = await findOrganizationRow(em, row.organizationId);
  const customer = await customerOf(billing, row);
  if (!customer || !seller) return;
  const to = row.purpose === 'sign_in' ? customer.email : row.email;
  const type = row.purpose === 'sign_in' ? 'customer-sign-in' : 'customer-email';
  const most = row.purpose === 'sign_in' ? signInMailsAnHour : mailLimit.most;
  if (!(await mayWrite(billing, { to, type, eventId, most }))) return;
  const words = wordsFor(language || (await localeOfCustomer(em, customer.id)));
  const code = createCode();
  const token = sealRequest(billing.vault, { how: 'mailed', codeId: row.id });
  const url =
    row.purpose === 'sign_in' ? signInUrl(billing, words, { seller, email: to, code, token }) : null;
  const mail = codeMail(words, { seller, code, url });
  // Stores the code only when the mail is sent: a redelivered event must not invalidate the code that was sent
  // before.
  const send = async (written: Mail) => {
    await keepCode(em, row.id, { code, customerId: customer.id });
    await billing.mailer.send(written);
  };
  const sender = { db: billing.db, mailer: { ...billing.mailer, send } };
  await mailOnce(sender, { ...mail, ...(url !== null && { url }), to, type, messageId: eventId });
};

/** The customer who gets the code: the owner of the e-mail address, or the one who wants to change to it. */
const customerOf = async (
  { db }: Billing,
  { purpose, organizationId, email, customerId }: CodeRow,
): Promise<CustomerRow | null> => {
  if (purpose === 'sign_in') return findCustomerByEmail(db.manager, { organizationId, email });
  return customerId ? findCustomerById(db.manager, customerId) : null;
};

/** In the fragment the code gets into no log, and is not used up by programs that follow links. */
const signInUrl = (
  { publicUrl }: Billing,
  { language }: Words,
  { seller, ...carried }: { seller: OrganizationRow; email: string; code: string; token: string },
): string => `${portalUrl(publicUrl, { seller, language })}#${new URLSearchParams(carried).toString()}`;
