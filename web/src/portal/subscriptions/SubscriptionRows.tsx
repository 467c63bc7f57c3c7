import type { Subscription } from '../api.ts';
import { Badge } from '../ui/Badge.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { priceOf, standing, whatComes } from './describe.ts';

/** A list of subscriptions: product, price, and what comes next. */
export const SubscriptionRows = ({ subscriptions }: { subscriptions: Subscription[] }) => (
  <Rows>
    {subscriptions.map((subscription) => (
      <Row
        key={subscription.id}
        to={['subscriptions', subscription.id]}
        name={subscription.product.name}
        note={[priceOf(subscription), whatComes(subscription)].filter(Boolean).join(' · ')}
        end={<Badge {...standing(subscription)} />}
      />
    ))}
  </Rows>
);
