import '../../test/english.ts';
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { eventGroups, formatOfUrl, generateSecret } from './endpoint-form.ts';

describe('generateSecret', () => {
  it('makes 32 fresh bytes behind the usual prefix', () => {
    const [first, second] = [generateSecret(), generateSecret()];
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).not.toBe(first);
  });
});

describe('formatOfUrl', () => {
  it('knows the incoming webhooks of chats, and nothing else of them', () => {
    expect(formatOfUrl('https://discord.com/api/webhooks/1/x')).toBe('discord');
    expect(formatOfUrl(' https://canary.discordapp.com/api/webhooks/1/x')).toBe('discord');
    expect(formatOfUrl('https://hooks.slack.com/services/T/B/x')).toBe('slack');
    const others = [
      'https://discord.com/channels/1',
      'https://notdiscord.com/api/webhooks/1',
      'https://x.com',
      'x',
    ];
    expect(others.map(formatOfUrl)).toEqual(others.map(() => null));
  });
});

describe('eventGroups', () => {
  it('offers no event twice', () => {
    const events = eventGroups().flatMap((group) => group.events);
    expect(events.toSorted()).toEqual(WebhookEventType.options.toSorted());
  });

  it('has a title for every group', () => {
    expect(eventGroups().map(({ title }) => title)).toContain('Benefit grants');
    expect(eventGroups().every(({ title }) => /^[A-Z]/.test(title))).toBe(true);
  });
});
