import { ProviderMark } from '../../shared/describe/ProviderMark.tsx';
import { RefundStatusBadge } from '../../shared/describe/Refund.tsx';
import { OrderStatusBadge, SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { AmountLines } from '../../ui/display/AmountLines.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { hoursAgo, longName } from './made-up.ts';
import { Columns, Row, State } from './States.tsx';

const tones: Tone[] = ['quiet', 'success', 'warning', 'danger', 'info', 'neutral'];
const ofOrders = ['pending', 'paid', 'partially_refunded', 'refunded'];
const ofRefunds = ['succeeded', 'pending', 'failed', 'canceled'] as const;
const goingOn = { status: 'active', cancelAtPeriodEnd: false, pausedAt: null, endedAt: null } as const;

const ofSubscriptions = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due'] as const),
  ...(['canceled', 'unpaid'] as const),
];

export const Values = () => (
  <Section title="Values" description="States, amounts, times and people.">
    <Columns>
      <States />
      <Amounts />
      <State name="People">
        <Row>
          <Person name="Grace Hopper" email="grace@example.com" />
          <Person name={null} email="nameless@example.com" />
          <Person name={longName} email="a.very.long.address.of.somebody@subdomain.example.com" />
          <Person name="نور الهدى" email="nour@example.com" />
        </Row>
      </State>
      <State name="Timeline">
        <Timeline
          label="What happened"
          items={[
            { key: 'paid', at: hoursAgo(2), title: 'Paid', note: 'Visa ending in 4242' },
            { key: 'late', at: hoursAgo(30), title: 'The card was declined', isException: true },
            { key: 'begun', at: hoursAgo(400), title: <TextLink to="/dev/design">Checkout begun</TextLink> },
          ]}
        />
      </State>
    </Columns>
  </Section>
);

const States = () => (
  <>
    <State name="Tones">
      <Row>
        {tones.map((tone) => (
          <StatusBadge key={tone} tone={tone}>
            {tone}
          </StatusBadge>
        ))}
      </Row>
    </State>
    <State name="Orders">
      <Row>
        {ofOrders.map((status) => (
          <OrderStatusBadge key={status} status={status} />
        ))}
      </Row>
    </State>
    <State name="Subscriptions">
      <Row>
        {ofSubscriptions.map((status) => (
          <SubscriptionStatusBadge key={status} subscription={{ ...goingOn, status }} />
        ))}
        <SubscriptionStatusBadge subscription={{ ...goingOn, cancelAtPeriodEnd: true }} />
        <SubscriptionStatusBadge subscription={{ ...goingOn, status: 'unpaid', pausedAt: hoursAgo(24) }} />
      </Row>
    </State>
    <State name="Refunds">
      <Row>
        {ofRefunds.map((status) => (
          <RefundStatusBadge key={status} status={status} metadata={{}} />
        ))}
      </Row>
    </State>
    <State name="Providers">
      <Row>
        {(['google', 'github', 'microsoft', 'discord'] as const).map((provider) => (
          <ProviderMark key={provider} provider={provider} />
        ))}
      </Row>
    </State>
  </>
);

const Amounts = () => (
  <>
    <State name="Money">
      <Row>
        <Money cents={0} />
        <Money cents={2_900} interval="month" />
        <Money cents={29_000} interval="year" />
        <Money cents={-1_250} />
        <Money cents={123_456_789_00} />
      </Row>
    </State>
    <State name="Times">
      <Details
        items={[
          ['Moments ago', <DateTime key="now" value={hoursAgo(0)} isRelative />],
          ['Hours ago', <DateTime key="hours" value={hoursAgo(3)} isRelative />],
          ['Longer ago', <DateTime key="long" value={hoursAgo(900)} isRelative />],
          ['Day', <DateTime key="day" value={hoursAgo(3)} />],
          ['With the time', <DateTime key="time" value={hoursAgo(3)} withTime />],
          ['Never', <DateTime key="never" value={null} />],
        ]}
      />
    </State>
    <State name="Receipt">
      <AmountLines
        currency="usd"
        items={[{ label: 'Atlas Pro', cents: 9_900 }]}
        sums={[
          { label: 'Discount', cents: -990 },
          { label: 'Tax', cents: 0, text: 'None' },
        ]}
        total={{ label: 'Total', cents: 8_910 }}
        after={[{ label: 'Refunded', cents: -1_000 }]}
      />
    </State>
  </>
);
