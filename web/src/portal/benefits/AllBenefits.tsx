import type { Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { isWithheld } from '../subscriptions/describe.ts';
import { BenefitList } from './BenefitList.tsx';

/** All benefits of a customer, or why there are none. */
export const AllBenefits = ({ subscriptions = [] }: { subscriptions?: Subscription[] | undefined }) => (
  <BenefitList whenNone={t(subscriptions.some(isWithheld) ? 'benefits.withheld' : 'benefits.none')} />
);
