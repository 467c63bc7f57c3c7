/** What is typed wrong is said in the reader's language: of each shape that says why in words of its own. */
import { BenefitCreate } from '@tessera/proto/api/billing/benefit';
import { CustomFieldCreate } from '@tessera/proto/api/billing/custom-field';
import { DiscountCreate } from '@tessera/proto/api/billing/discount';
import { OrganizationAddress } from '@tessera/proto/api/billing/organization';
import { PaymentAccountCreate } from '@tessera/proto/api/billing/payment-account';
import type { z } from 'zod';
import { speakEnglish } from '../../test/english.ts';
import { speak } from '../../test/language.ts';
import { checkRequest } from './form-errors.ts';

const cases: [string, z.ZodType, object, string, string][] = [
  ['address', OrganizationAddress, { name: 'Acme', slug: 'Ac me' }, 'slug', 'Kleinbuchstaben'],
  [
    'code of a discount',
    DiscountCreate,
    { type: 'percentage', duration: 'once', name: 'A', basisPoints: 1, code: 'a b c' },
    'code',
    'Buchstaben von A bis Z',
  ],
  [
    'slug of a custom field',
    CustomFieldCreate,
    { type: 'text', name: 'A', slug: 'a b', properties: {} },
    'slug',
    'Unterstriche',
  ],
  [
    'repository of a benefit',
    BenefitCreate,
    {
      type: 'github_repository',
      description: 'Code',
      properties: { repositoryOwner: 'a b', repositoryName: 'c', permission: 'pull' },
    },
    'properties',
    'Inhabers',
  ],
  [
    'key of a payment account',
    PaymentAccountCreate,
    { processor: 'stripe', publishableKey: 'x', secretKey: 'x', webhookSecret: 'x' },
    'publishableKey',
    'pk_live_',
  ],
];

describe('in German', () => {
  afterEach(speakEnglish);

  it.each(cases)('says what is wrong with the %s', async (_, shape, request, field, words) => {
    await speak('de', ['errors', 'common']);
    const said = checkRequest(shape, request).errors?.[field];
    expect(said).toContain(words);
    expect(said).not.toMatch(/^(Must|Only)/);
  });
});
