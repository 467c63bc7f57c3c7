import { bodyFor } from './formats.ts';

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
      content: null,
      embeds: [
        {
          title: 'Order: paid',
          color: 0x3b5bdb,
          fields: [
            { name: 'Product', value: 'Course <b>&', inline: true },
            { name: 'Customer', value: 'zoe@example.com', inline: true },
            { name: 'Status', value: 'paid', inline: true },
            { name: 'Amount', value: '12.50 USD', inline: true },
          ],
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it('writes blocks for Slack, with its three characters escaped', () => {
    const message = JSON.parse(bodyFor('slack', payload(order)));
    expect(message.text).toBe('Order: paid');
    expect(message.blocks[0]).toEqual({ type: 'header', text: { type: 'plain_text', text: 'Order: paid' } });
    expect(message.blocks[1].fields[0]).toEqual({ type: 'mrkdwn', text: '*Product*\nCourse &lt;b&gt;&amp;' });
  });

  it('leaves out what is not there and stays within the limits of both', () => {
    expect(JSON.parse(bodyFor('slack', payload({}, 'customer.state_changed')))).toEqual({
      text: 'Customer: state changed',
      blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Customer: state changed' } }],
    });
    const long = payload({ description: 'x'.repeat(9000), name: 5 });
    expect(JSON.parse(bodyFor('discord', long)).embeds[0].fields[0].value).toHaveLength(1024);
    expect(JSON.parse(bodyFor('slack', long)).blocks[1].fields[0].text.length).toBeLessThan(2000);
  });
});
