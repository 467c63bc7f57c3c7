/** What customers see and may do in the portal, as form values and as a request. */
import type { Organization } from '../../api/organization/organizations.ts';
import { changedParts } from '../../shared/changed-parts.ts';

export type PortalForm = {
  orders: boolean;
  benefits: boolean;
  usage: boolean;
  paymentMethods: boolean;
  allowEmailChange: boolean;
  allowPause: boolean;
  offer: 'none' | 'pause' | 'discount';
  /** The value of a number input may be text. */
  months: number | string;
  discountId: string | null;
  form: string;
};

const base = 'customerPortalSettings.subscription.cancellationOffer';

/** Maps request paths of errors to form fields. */
export const portalFields = {
  [`${base}.months`]: 'months',
  [`${base}.discountId`]: 'discountId',
  [base]: 'offer',
};

export const formOf = ({
  customerPortalSettings: settings,
}: Pick<Organization, 'customerPortalSettings'>): PortalForm => {
  const { allowPause, cancellationOffer: offer } = settings.subscription;
  return {
    orders: settings.orders.show,
    benefits: settings.benefits.show,
    usage: settings.usage.show,
    paymentMethods: settings.paymentMethods.show,
    allowEmailChange: settings.customer.allowEmailChange,
    allowPause,
    offer: offer?.type ?? 'none',
    months: offer?.type === 'pause' ? offer.months : 1,
    discountId: offer?.type === 'discount' ? offer.discountId : null,
    form: '',
  };
};

const offerOf = ({ offer, months, discountId }: PortalForm) => {
  if (offer === 'pause') return { type: offer, months: months === '' ? Number.NaN : Number(months) };
  return offer === 'discount' ? { type: offer, discountId: discountId ?? '' } : null;
};

export const requestOf = (values: PortalForm) => ({
  customerPortalSettings: {
    orders: { show: values.orders },
    benefits: { show: values.benefits },
    usage: { show: values.usage },
    paymentMethods: { show: values.paymentMethods },
    customer: { allowEmailChange: values.allowEmailChange },
    subscription: { allowPause: values.allowPause, cancellationOffer: offerOf(values) },
  },
});

/** Returns the changed settings, which the server merges into the stored ones. */
export const changesOf = (values: PortalForm, before: PortalForm) => ({
  customerPortalSettings: changedParts(
    requestOf(values).customerPortalSettings,
    requestOf(before).customerPortalSettings,
  ),
});
