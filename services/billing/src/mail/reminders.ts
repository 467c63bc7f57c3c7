/** The mail with what somebody has bought, for whoever asks for it at a checkout. */
import { on, type Stoppable } from '@tessera/kit/bus';
import { mayWrite } from '@tessera/kit/mail-limit';
import { mailOnce } from '@tessera/kit/mail-once';
import { purchasesRequested } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import { findPurchaseUrl, isRepeatedCheckout } from '../checkouts/pay/purchase.ts';
import { findCustomerById } from '../customers/find.ts';
import { findPurchases } from '../orders/find.ts';
import { type NoticeLink, writeNotice } from './notice.ts';

export const consumeReminders = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'purchase-reminders',
    begin: 'now',
    concurrency: 4,
    on: [
      on(purchasesRequested, async ({ organizationId, customerId }, { id }) => {
        const customer = customerId === '' ? null : await findCustomerById(billing.db.manager, customerId);
        const links = customer ? await linksOf(billing, customer.id) : [];
        if (!customer || links.length === 0) return;
        const mail = { to: customer.email, type: 'purchases' };
        if (!(await mayWrite(billing, { ...mail, eventId: id }))) return;
        const { name, email } = await getSeller(billing, organizationId);
        const notice = writeNotice({
          subject: `What you have bought from ${name}`,
          paragraphs: [
            `Somebody, probably you, has asked at ${name} what was bought with this address. This is where you find it:`,
          ],
          links,
          footer: email ? `Questions? Write to ${name}: ${email}` : null,
        });
        await mailOnce(billing, { ...notice, ...mail, url: links[0]?.url ?? '', messageId: id });
      }),
    ],
  });

/** As many as anybody reads; of each product the newest purchase. */
const shownProducts = 20;
const readPurchases = 200;

const linksOf = async ({ db, publicUrl }: Billing, customerId: string): Promise<NoticeLink[]> => {
  const em = db.manager;
  const purchases = await findPurchases(em, { customerId, limit: readPurchases });
  const links = new Map<string, NoticeLink>();
  const products = await findProductsByIds(
    em,
    purchases.map(({ productId }) => productId),
  );
  const names = new Map(products.map(({ id, name }) => [id, name]));
  for (const { productId, checkoutId } of purchases) {
    if (links.size === shownProducts) break;
    if (links.has(productId) || (await isRepeatedCheckout(em, checkoutId))) continue;
    const url = await findPurchaseUrl(em, { checkoutId, publicUrl });
    if (url !== null) links.set(productId, { label: names.get(productId) ?? 'Your purchase', url });
  }
  return [...links.values()];
};
