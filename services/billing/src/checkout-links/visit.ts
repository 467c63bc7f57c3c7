/** Visits of links: each opens a checkout and returns its URL. */
import { AppError } from '@tessera/kit/errors';
import { requestedTags } from '@tessera/kit/text/request-language';
import { CheckoutLinkVisit } from '@tessera/proto/api/billing/checkout-link';
import { type MetadataOut, maxMetadataKeys } from '@tessera/proto/api/billing/metadata';
import type { Billing } from '../billing.ts';
import type { NamedDiscount } from '../catalog/discounts/find.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { CheckoutRow } from '../checkouts/entity.ts';
import { applyChanges, type Changes } from '../checkouts/open/changes.ts';
import { newCheckout, writeNewCheckout } from '../checkouts/open/create.ts';
import { prefillAnswers } from '../checkouts/open/custom-fields.ts';
import { findNamedDiscount, type Offer } from '../checkouts/open/discount.ts';
import { ipCountryOf } from '../checkouts/open/ip-country.ts';
import { checkoutUrl } from '../checkouts/rules.ts';
import { type CheckoutLinkRow, findCheckoutLink } from './entity.ts';
import { checkoutLinkErrors } from './errors.ts';
import { countVisit } from './visits.ts';

/** The link and its products that are on sale. Throws ResourceNotFound when it is deleted or nothing is on sale. */
export const findOffer = async (
  { db }: Pick<Billing, 'db'>,
  clientSecret: string,
): Promise<{ link: CheckoutLinkRow; products: FullProduct[] }> => {
  const link = await findCheckoutLink(db.manager, { clientSecret });
  if (!link) throw checkoutLinkErrors.ResourceNotFound();
  const products = (await findProductsByIds(db.manager, link.productIds)).filter(
    ({ isArchived }) => !isArchived,
  );
  if (products.length === 0) throw checkoutLinkErrors.ResourceNotFound();
  return { link, products };
};

type Visit = { query: CheckoutLinkVisit; address: string | null };

/** Opens a checkout and returns its URL. Throws ResourceNotFound, TooManyVisits. Invalid query values are ignored. */
export const visitCheckoutLink = async (
  billing: Billing,
  clientSecret: string,
  { query, address }: Visit,
): Promise<string> => {
  const { link, products } = await findOffer(billing, clientSecret);
  await countVisit(billing, address);
  const fresh = newCheckout(billing.now(), { ...link, isBusinessCustomer: false }, products, {
    loc: () => ['link'],
    languages: requestedTags(),
  });
  const reductions = await findReductions(billing, fresh, { link, query });
  const discounts = reductions.map(({ named }) => named.discount);
  const offer: Offer = { products, discounts, named: null, now: fresh.createdAt };
  const preset = applyChanges(
    { ...fresh, customerIpAddress: address },
    {
      metadata: metadataOf(link.metadata, query),
      successUrl: link.successUrl,
      embedOrigin: query.embedOrigin ?? null,
      ipCountry: await ipCountryOf(billing, address),
      isSeller: true,
    },
    offer,
  );
  // A discount may decide the currency, and so the amounts that the query can name; another product may take another one.
  const reduced = withDiscount(preset, reductions, offer);
  const filled = prefills(query).reduce((row, change) => tryChange(row, change, offer) ?? row, reduced);
  const answered = prefillAnswers(filled, answersOf(query), products);
  const discounted = withDiscount(answered, reductions, offer);
  const { row } = await writeNewCheckout(billing, discounted, products);
  return pageOf(row, billing.publicUrl, query);
};

/** Values from the query, one change each, treated as if the visitor had entered them. */
const prefills = ({
  productId,
  currency,
  amount,
  customerEmail,
  customerName,
  locale,
}: CheckoutLinkVisit): Changes[] =>
  [{ productId }, { currency }, { amount }, { customerEmail }, { customerName }, { locale }].filter(
    (change) => Object.values(change).some((value) => value !== undefined),
  );

/** The row after a change, or null when the change is invalid. */
const tryChange = (row: CheckoutRow, change: Changes, offer: Offer): CheckoutRow | null => {
  try {
    return applyChanges(row, change, offer);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** A change that sets a discount, as the seller's: the link's, or one that its query names. */
type Reduction = { change: Changes; named: NamedDiscount };

/** The discount of the code in the query, and the link's, as far as there are such. */
const findReductions = async (
  { db }: Pick<Billing, 'db'>,
  row: CheckoutRow,
  { link, query }: { link: CheckoutLinkRow; query: CheckoutLinkVisit },
): Promise<Reduction[]> => {
  const found: Reduction[] = [];
  for (const asked of [{ discountCode: query.discountCode }, { discountId: link.discountId }]) {
    const named = await findNamedDiscount(db.manager, row, asked);
    if (named) found.push({ change: { ...asked, isSeller: true }, named });
  }
  return found;
};

/** Applies the first discount that is valid; the row as it is if none is. */
const withDiscount = (row: CheckoutRow, reductions: readonly Reduction[], offer: Offer): CheckoutRow => {
  for (const { change, named } of reductions) {
    const discounted = tryChange(row, change, { ...offer, named });
    if (discounted) return discounted;
  }
  return row;
};

/** The link's metadata with the visit's reference and UTM parameters, up to the limit of keys. */
const metadataOf = (own: MetadataOut, query: CheckoutLinkVisit): MetadataOut => {
  const metadata: MetadataOut = { ...own };
  const given = {
    reference_id: query.referenceId,
    utm_source: query.utmSource,
    utm_medium: query.utmMedium,
    utm_campaign: query.utmCampaign,
    utm_content: query.utmContent,
    utm_term: query.utmTerm,
  };
  for (const [key, value] of Object.entries(given))
    if (value && (key in metadata || Object.keys(metadata).length < maxMetadataKeys)) metadata[key] = value;
  return metadata;
};

const answerPrefix = 'custom_field_data.';

/** Query parameters that the schema does not name, unchanged. */
const restOf = (query: CheckoutLinkVisit): [string, string][] =>
  Object.entries(query).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !Object.hasOwn(CheckoutLinkVisit.shape, entry[0]),
  );

const answersOf = (query: CheckoutLinkVisit): Record<string, string> =>
  Object.fromEntries(
    restOf(query).flatMap(([key, value]) =>
      key.startsWith(answerPrefix) ? [[key.slice(answerPrefix.length), value]] : [],
    ),
  );

/** The URL of the checkout page, with the remaining query parameters (embedding, theme). */
const pageOf = (checkout: CheckoutRow, publicUrl: string, query: CheckoutLinkVisit): string => {
  const url = new URL(checkoutUrl(checkout.clientSecret, publicUrl));
  for (const [key, value] of restOf(query))
    if (!key.startsWith(answerPrefix)) url.searchParams.set(key, value);
  if (checkout.embedOrigin) url.searchParams.set('embed_origin', checkout.embedOrigin);
  if (checkout.locale) url.searchParams.set('locale', checkout.locale);
  return url.href;
};
