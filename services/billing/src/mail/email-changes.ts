/** Tells a customer's former e-mail address that the customer has another one now, so that nobody takes it unnoticed. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { mayWrite } from '@tessera/kit/mail/limit';
import { customerEmailChanged } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { localeOfCustomer } from './language.ts';
import { mailCustomer } from './send.ts';
import { emailChangedMail } from './templates/email-changed.ts';
import { wordsFor } from './templates/words.ts';

const type = 'customer-email-changed';

export const consumeEmailChanges = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'email-change-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(customerEmailChanged, async ({ customerId, organizationId, formerEmail: to, language }, { id }) => {
        if (!(await mayWrite(billing, { to, type, eventId: id }))) return;
        const seller = await getSeller(billing, organizationId);
        const words = wordsFor(language || (await localeOfCustomer(billing.db.manager, customerId)));
        const mail = emailChangedMail(words, seller);
        await mailCustomer(billing, { ...mail, to, type, messageId: id }, { customerId, organizationId });
      }),
    ],
  });
