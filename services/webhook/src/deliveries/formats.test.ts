import { bodyFor, isForChats } from './formats.ts';

const payload = (data: object, type = 'order.paid') => JSON.stringify({ type, data });
const order = {
  status: 'paid',
  total_amount: 1250,
  currency: 'usd',
  product: { name: 'Course <b>&' },
  customer: { email: 'zoe@example.com', name: '@everyone' },
};

describe('bodyFor', () => {
  it('sends a raw payload as it is', () => expect(bodyFor('raw', payload(order))).toBe(payload(order)));

  it('writes an embed for Discord, in which nobody can be called', () => {
    expect(JSON.parse(bodyFor('discord', payload(order)))).toEqual({
      content: 'Order: paid',
      embeds: [
        {
          title: 'Order: paid',
          color: 0x3b5bdb,
          fields: [
            { name: 'Product', value: 'Course <b>&', inline: true },
            { name: 'Amount', value: '$12.50', inline: true },
            { name: 'Customer', value: 'zoe@example.com', inline: true },
            { name: 'Status', value: 'paid', inline: true },
          ],
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it.each([
    ['[Your payout is due](https://evil.example)', String.raw`\[Your payout is due\](https://evil.example)`],
    [String.raw`\[a](b)`, String.raw`\\\[a\](b)`],
    ['['.repeat(600), `${String.raw`\[`.repeat(511)}…`],
    [`a${'['.repeat(600)}`, `a${String.raw`\[`.repeat(511)}…`],
    ['\\'.repeat(600), `${'\\'.repeat(1022)}…`],
  ])('lets no name be a link under other words in Discord (%#)', (name, value) => {
    const { embeds } = JSON.parse(bodyFor('discord', payload({ name }, 'customer.created')));
    expect(embeds[0].fields).toEqual([{ name: 'Name', value, inline: true }]);
  });

  it('keeps a field within what Slack takes, however much of it is escaped', () => {
    const message = JSON.parse(bodyFor('slack', payload({ name: '&'.repeat(2_000) }, 'customer.created')));
    const [field] = message.blocks[1].fields;
    expect(field.text).toMatch(/^\*Name\*\n(&amp;)+…$/);
    expect(field.text.length).toBeLessThanOrEqual(2_000);
  });

  it('writes blocks for Slack, with its three characters escaped', () => {
    const message = JSON.parse(bodyFor('slack', payload(order)));
    expect(message.text).toBe('Order: paid');
    expect(message.blocks[0]).toEqual({ type: 'header', text: { type: 'plain_text', text: 'Order: paid' } });
    expect(message.blocks[1].fields[0]).toEqual({ type: 'mrkdwn', text: '*Product*\nCourse &lt;b&gt;&amp;' });
  });

  const subscription = {
    id: 'a1',
    status: 'active',
    amount: 1000,
    currency: 'usd',
    recurring_interval: 'month',
    ends_at: null,
    ended_at: null,
    product: { name: 'Club' },
    customer: { email: 'zoe@example.com' },
  };
  const ending = { ...subscription, ends_at: '2026-01-31T23:30:00.000Z' };

  it.each([
    ['order.created', { ...order, subscription_id: 'a1' }, 'New Order', ['Subscription', 'Yes']],
    ['subscription.created', subscription, 'New Subscription', ['Amount', '$10.00/month']],
    [
      'subscription.active',
      { ...subscription, recurring_interval_count: 3 },
      'Active Subscription',
      ['Amount', '$10.00/3 months'],
    ],
    ['subscription.canceled', ending, 'Canceled Subscription', ['Ends At', 'Jan 31, 2026']],
    ['subscription.updated', ending, 'Canceled Subscription', ['Ends At', 'Jan 31, 2026']],
    [
      'subscription.updated',
      { ...subscription, status: 'past_due' },
      'Revoked Subscription',
      ['Status', 'past_due'],
    ],
    ['subscription.revoked', subscription, 'Revoked Subscription', ['Customer', 'zoe@example.com']],
    ['subscription.uncanceled', subscription, 'Uncanceled Subscription', ['Product', 'Club']],
    [
      'order.refunded',
      { ...order, refunded_amount: 400, refunded_tax_amount: 76 },
      'Order: refunded',
      ['Refunded', '$4.76'],
    ],
    [
      'refund.created',
      { amount: 400, tax_amount: 76, currency: 'usd', status: 'succeeded' },
      'Refund: created',
      ['Amount', '$4.76'],
    ],
    ['customer.state_changed', { id: 'c1' }, 'Customer: state changed', ['Object', 'c1']],
  ])('says %s as the contract’s API does', (type, data, title, [name, value]) => {
    const { content, embeds } = JSON.parse(bodyFor('discord', payload(data, type)));
    expect([content, embeds[0].title]).toEqual([title, title]);
    expect(embeds[0].fields).toContainEqual({ name, value, inline: true });
    const { blocks } = JSON.parse(bodyFor('slack', payload(data, type)));
    expect(blocks[0].text.text).toBe(title);
    expect(blocks[1].fields).toContainEqual({ type: 'mrkdwn', text: `*${name}*\n${value}` });
  });

  it('says nothing of refunds where nothing went back', () => {
    const unrefunded = { ...order, refunded_amount: 0, refunded_tax_amount: 0 };
    const { embeds } = JSON.parse(bodyFor('discord', payload(unrefunded)));
    expect(embeds[0].fields.map(({ name }: { name: string }) => name)).not.toContain('Refunded');
  });

  it('spares chats what changes of a subscription that goes on', () => {
    expect(isForChats('subscription.updated', subscription)).toBe(false);
    expect(isForChats('subscription.updated', ending)).toBe(true);
    expect(isForChats('subscription.updated', { ...subscription, status: 'canceled' })).toBe(true);
    expect(isForChats('subscription.active', subscription)).toBe(true);
  });

  it('leaves out what is not there and stays within the limits of both', () => {
    expect(JSON.parse(bodyFor('slack', payload({}, 'customer.state_changed')))).toEqual({
      text: 'Customer: state changed',
      blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Customer: state changed' } }],
    });
    const long = payload({ description: 'x'.repeat(9000), name: 5 });
    expect(JSON.parse(bodyFor('discord', long)).embeds[0].fields[0].value).toHaveLength(1024);
    expect(JSON.parse(bodyFor('slack', long)).blocks[1].fields[0].text.length).toBeLessThan(2000);
    // Discord takes no field that is empty to the eye.
    expect(
      JSON.parse(bodyFor('discord', payload({ id: 'b1', description: '   ' }))).embeds[0].fields,
    ).toEqual([{ name: 'Object', value: 'b1', inline: true }]);
  });

  it.each(['discord', 'slack'] as const)('leaves no half of a character for %s where it cuts', (format) => {
    for (const start of ['', 'x']) {
      const body = bodyFor(format, payload({ description: start + '🎉'.repeat(2000) }));
      const { embeds, blocks } = JSON.parse(body);
      const text: string = format === 'discord' ? embeds[0].fields[0].value : blocks[1].fields[0].text;
      expect([text.isWellFormed(), text.endsWith('🎉…')]).toEqual([true, true]);
    }
  });
});
