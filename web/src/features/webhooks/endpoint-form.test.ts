import '../../test/english.ts';
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { eventGroups, generateSecret } from './endpoint-form.ts';

describe('generateSecret', () => {
  it('makes 32 fresh bytes behind the usual prefix', () => {
    const [first, second] = [generateSecret(), generateSecret()];
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).not.toBe(first);
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
