import { defaultCustomerPortalSettings } from '@tessera/proto/api/billing/organization';
import {
  bareOrganization,
  changeOrganization,
  defaultFeatureSettings,
  defaultSubscriptionSettings,
} from './settings.ts';
import { isReservedSlug } from './slug.ts';

const now = new Date('2026-01-15T12:00:00Z');
const details = {
  about: 'a',
  productDescription: 'b',
  intendedUse: 'c',
  customerAcquisition: [],
  futureAnnualRevenue: 0,
  switching: false,
  previousAnnualRevenue: 0,
};
const full = changeOrganization(
  bareOrganization('Shop'),
  {
    avatarUrl: 'https://x.test/a.png',
    email: 'a@x.test',
    website: 'https://x.test',
    socials: [{ platform: 'x', url: 'https://x.com/shop' }],
    details,
    featureSettings: { usageBasedBillingEnabled: true },
    subscriptionSettings: {
      allowMultipleSubscriptions: true,
      allowCustomerUpdates: false,
      prorationBehavior: 'invoice',
      preventTrialAbuse: false,
      benefitRevocationGracePeriod: 0,
      failedPaymentOutcome: null,
    },
    brandSettings: { accentColor: '#aa2200' },
    customerPortalSettings: { usage: { show: false } },
  },
  now,
);

describe('changing an organization’s settings', () => {
  it('leaves alone what is not mentioned', () => {
    expect(changeOrganization(full, {}, new Date(0))).toEqual(full);
  });

  it('merges feature settings', () => {
    expect(full.featureSettings).toEqual({ issueFundingEnabled: false, usageBasedBillingEnabled: true });
    const changed = changeOrganization(full, { featureSettings: { issueFundingEnabled: true } }, now);
    expect(changed.featureSettings).toEqual({ issueFundingEnabled: true, usageBasedBillingEnabled: true });
  });

  it('empties what null is said about, and keeps the name and the submitted details', () => {
    const emptied = changeOrganization(
      full,
      {
        name: null,
        avatarUrl: null,
        email: null,
        website: null,
        socials: null,
        details: null,
        featureSettings: null,
        subscriptionSettings: null,
        brandSettings: null,
        customerPortalSettings: null,
      },
      now,
    );
    expect(emptied).toEqual({
      ...bareOrganization('Shop'),
      details,
      detailsSubmittedAt: now,
      featureSettings: defaultFeatureSettings,
      subscriptionSettings: defaultSubscriptionSettings,
    });
  });

  it('takes the accent color away without the rest', () => {
    expect(full.brandSettings).toEqual({ accentColor: '#aa2200' });
    const changed = changeOrganization(full, { brandSettings: { accentColor: null } }, now);
    expect(changed).toEqual({ ...full, brandSettings: { accentColor: null } });
  });

  it('merges what customers are shown, part by part', () => {
    const changed = changeOrganization(
      full,
      { customerPortalSettings: { customer: { allowEmailChange: false } } },
      now,
    );
    expect(changed.customerPortalSettings).toEqual({
      ...defaultCustomerPortalSettings,
      usage: { show: false },
      customer: { allowEmailChange: false },
    });
  });

  it('remembers when details were submitted first', () => {
    expect(full.detailsSubmittedAt).toEqual(now);
    const later = changeOrganization(full, { details: { ...details, about: 'new' } }, new Date('2027-01-01'));
    expect(later.detailsSubmittedAt).toEqual(now);
    expect(later.details?.about).toBe('new');
  });
});

describe('reserved slugs', () => {
  it('are the names of the product’s own pages', () => {
    expect(isReservedSlug('checkout')).toBe(true);
    expect(isReservedSlug('Checkout')).toBe(true);
    expect(isReservedSlug('my-checkout')).toBe(false);
  });

  // The gateway answers these before the dashboard does: whoever had one would see no page of theirs.
  it('are the addresses that the gateway has for itself', () => {
    for (const slug of ['api', 'assets', 'dev', 'embed', 'health', 'oauth2', 'ready'])
      expect([slug, isReservedSlug(slug)]).toEqual([slug, true]);
  });
});
