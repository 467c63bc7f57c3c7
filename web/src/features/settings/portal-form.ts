/** What customers see and may do on their own pages, as the form has it and as the server takes it. */
import type { Organization } from '../../api/organizations.ts';
import { changedParts } from '../../shared/changed-parts.ts';

export type PortalForm = {
  orders: boolean;
  benefits: boolean;
  usage: boolean;
  paymentMethods: boolean;
  allowEmailChange: boolean;
  allowPause: boolean;
  offer: 'none' | 'pause' | 'discount';
  /** What is typed into a number field may be text. */
  months: number | string;
  discountId: string | null;
  form: string;
};

const base = 'customerPortalSettings.subscription.cancellationOffer';

/** Where the form shows what is wrong with the request. */
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

/** What was changed: the server merges it into what is stored, part by part. */
export const changesOf = (values: PortalForm, before: PortalForm) => ({
  customerPortalSettings: changedParts(
    requestOf(values).customerPortalSettings,
    requestOf(before).customerPortalSettings,
  ),
});
