/** Sample messages are read by the contract's own client, and by the shapes of the API. */
import { validateEvent } from '@polar-sh/sdk/webhooks';
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { UsageAlertNotice } from '@tessera/proto/api/billing/usage-alert';
import { readReply } from '@tessera/proto/api/wire';
import { isForChats } from '../deliveries/formats.ts';
import { keysOf, signatureHeaders } from '../deliveries/signature.ts';
import { samplePayload } from './payload.ts';

const now = new Date('2026-01-15T12:00:00.000Z');
const dataOf = (type: WebhookEventType) =>
  (JSON.parse(samplePayload(type, now)) as { data: Record<string, unknown> }).data;

/** An addition to the contract, which its client does not know. */
const unknownToClient: WebhookEventType = 'usage_alert.reached';

describe('the sample message of', () => {
  it.each(WebhookEventType.options.filter((type) => type !== unknownToClient))(
    '%s passes the client, signed',
    (type) => {
      const body = samplePayload(type, now);
      const headers = signatureHeaders(keysOf('a secret'), { id: 'msg', at: new Date(), body });
      expect(validateEvent(body, headers, 'a secret').type).toBe(type);
    },
  );

  it('a usage alert has the shape of the API', () =>
    expect(() =>
      UsageAlertNotice.parse(readReply(UsageAlertNotice, dataOf(unknownToClient), 'snake')),
    ).not.toThrow());

  it.each(WebhookEventType.options)('%s has ids of no real thing, and is for chats too', (type) => {
    const found = samplePayload(type, now).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((id) => !id.startsWith('00000000-0000-4000-8000-0000000000'))).toEqual([]);
    expect(isForChats(type, dataOf(type))).toBe(true);
  });
});
