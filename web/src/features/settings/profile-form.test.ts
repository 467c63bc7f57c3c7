import '../../test/english.ts';
import { defaultCustomerPortalSettings, OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import type { Organization } from '../../api/organization/organizations.ts';
import { timestamp } from '../../test/timestamp.ts';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { formOf, newSocial, profileFields, requestOf } from './profile-form.ts';

const profile: Organization = {
  id: '1',
  createdAt: timestamp('1970-01-01T00:00:00Z'),
  modifiedAt: null,
  name: 'Acme',
  slug: 'acme',
  avatarUrl: null,
  email: 'hello@acme.test',
  website: null,
  socials: [{ platform: 'github', url: 'https://github.com/acme' }],
  detailsSubmittedAt: null,
  featureSettings: null,
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: false,
    prorationBehavior: 'invoice',
    preventTrialAbuse: false,
    benefitRevocationGracePeriod: 0,
    failedPaymentOutcome: null,
  },
  brandSettings: { accentColor: null },
  customerPortalSettings: defaultCustomerPortalSettings,
};

describe('the form of a profile', () => {
  it('asks for nothing that was not changed', () => {
    expect(requestOf(formOf(profile), formOf(profile), profile)).toEqual({});
  });

  it('clears what was emptied and keeps subscription settings without a field', () => {
    const values = { ...formOf(profile), email: ' ', allowMultipleSubscriptions: true };
    expect(requestOf(values, formOf(profile), profile)).toEqual({
      email: null,
      subscriptionSettings: {
        ...profile.subscriptionSettings,
        allowMultipleSubscriptions: true,
      },
    });
  });

  it('leaves alone what somebody else has chosen meanwhile', () => {
    const before = formOf(profile);
    const values = { ...before, name: 'Acme Works', allowCustomerUpdates: true };
    const now = {
      ...profile,
      subscriptionSettings: { ...profile.subscriptionSettings, preventTrialAbuse: true },
    };
    expect(requestOf(values, before, now)).toEqual({
      name: 'Acme Works',
      subscriptionSettings: {
        ...profile.subscriptionSettings,
        allowCustomerUpdates: true,
        preventTrialAbuse: true,
      },
    });
  });

  it('knows each link by its own key, also after it was saved', () => {
    const shown = [newSocial(), newSocial()];
    expect(shown[0]?.key).not.toBe(shown[1]?.key);
    const socials = shown.map(({ platform }) => ({ platform, url: 'https://x.com/acme' }));
    const saved = formOf({ ...profile, socials }, shown);
    expect(saved.socials.map(({ key }) => key)).toEqual(shown.map(({ key }) => key));
  });

  it('says at the days of grace that there are too many', () => {
    const form = formOf(profile);
    const values = { ...form, benefitRevocationGracePeriod: 100 };
    const { errors } = checkRequest(OrganizationUpdate, requestOf(values, form, profile), {
      fields: profileFields(values),
    });
    expect(errors).toEqual({ benefitRevocationGracePeriod: 'Must be at most 90.' });
  });

  it('says at each social link what is wrong with it', () => {
    const form = formOf(profile);
    const values = { ...form, socials: [...form.socials, { ...newSocial(), url: 'https://acme.test' }] };
    const { errors } = checkRequest(OrganizationUpdate, requestOf(values, form, profile), {
      fields: profileFields(values),
    });
    expect(errors).toEqual({ 'socials.1.url': "Must be on the platform's own domain." });
  });
});
