/** The mail with a customer's purchases, requested at a checkout. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { mayWrite } from '@tessera/kit/mail/limit';
import { purchasesRequested } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import { findPurchaseMail } from '../checkouts/pay/purchase.ts';
import { findCustomerById } from '../customers/find.ts';
import { findPurchases } from '../orders/find.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { type Purchase, purchasesMail } from './templates/purchases.ts';
import { wordsFor } from './templates/words.ts';

export const consumeReminders = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'purchase-reminders',
    begin: 'now',
    concurrency: 4,
    on: [
      on(purchasesRequested, async ({ organizationId, customerId }, { id }) => {
        const customer = customerId === '' ? null : await findCustomerById(billing.db.manager, customerId);
        const purchases = customer ? await purchasesOf(billing, customer.id) : [];
        if (!customer || purchases.length === 0) return;
        const mail = { to: customer.email, type: 'purchases' };
        if (!(await mayWrite(billing, { ...mail, eventId: id }))) return;
        const seller = await getSeller(billing, organizationId);
        const url = purchases[0]?.url ?? '';
        const words = wordsFor(purchases[0]?.locale ?? null);
        const { language } = words;
        const portal = await openPortalLink(billing, { organizationId, customerId, messageId: id, language });
        const written = purchasesMail(words, { seller, purchases, portal });
        await mailCustomer(
          billing,
          { ...written, ...mail, url, messageId: id },
          { organizationId, customerId },
        );
      }),
    ],
  });

/** Maximum number of products listed, each with its newest purchase. */
const shownProducts = 20;
const readPurchases = 200;

/** `locale`: of the purchase; that of the newest decides the language. */
type Found = Purchase & { locale: string | null };

const purchasesOf = async ({ db, publicUrl }: Billing, customerId: string): Promise<Found[]> => {
  const em = db.manager;
  const bought = await findPurchases(em, { customerId, limit: readPurchases });
  const found = new Map<string, Found>();
  const products = await findProductsByIds(
    em,
    bought.map(({ productId }) => productId),
  );
  const names = new Map(products.map(({ id, name }) => [id, name]));
  for (const { productId, checkoutId } of bought) {
    if (found.size === shownProducts) break;
    if (found.has(productId)) continue;
    const purchase = await findPurchaseMail(em, { checkoutId, publicUrl });
    if (!purchase) continue;
    const { url, locale } = purchase;
    found.set(productId, { name: names.get(productId) ?? '', url, locale });
  }
  return [...found.values()];
};
