/** Tax registrations of sellers. */
import { organizationOfCreate, readableOrganizations } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { normaliseState } from '@tessera/proto/api/billing/address';
import type {
  TaxRegistration,
  TaxRegistrationCreate,
  TaxRegistrationListQuery,
  TaxRegistrationUpdate,
} from '@tessera/proto/api/billing/tax';
import { unionCountries } from '@tessera/proto/api/billing/union';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import { In, QueryFailedError } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { hasTaxIdFormats, readTaxId } from '../money/tax-id.ts';
import { TaxRegistrationEntity, type TaxRegistrationRow } from './entity.ts';
import { hasStates, isHarmonized, isKnownPlace, isUntaxed } from './rates.ts';
import { viewTaxRegistration } from './view.ts';

const refuse = (key: string, message: string, type?: string) => refuseField(['body', key], message, type);

export const createTaxRegistration = async (
  billing: Billing,
  caller: Caller,
  body: TaxRegistrationCreate,
): Promise<TaxRegistration> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  const now = billing.now();
  const { country, scheme, validUntil = null } = body;
  const row: TaxRegistrationRow = {
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    organizationId,
    country,
    state: placeOf(body, now),
    scheme,
    taxNumber: readNumber(country, body.taxNumber),
    validFrom: body.validFrom ?? now,
    validUntil,
  };
  assertInOrder(row);
  await insert(billing, row);
  return viewTaxRegistration(row, now);
};

/** The state of a registration, spelled as in addresses. */
const placeOf = ({ country, state, scheme }: TaxRegistrationCreate, now: Date): string | null => {
  if (scheme === 'eu_oss') {
    if (!unionCountries.has(country)) throw refuse('country', 'Must be a member state of the European Union');
    if (state) throw refuse('state', 'Must be omitted: the One Stop Shop covers whole countries');
    return null;
  }
  if (!isKnownPlace(country, null)) throw refuse('country', 'No tax rates are known for this country');
  if (country === 'US' && !state) throw refuse('state', 'Sales tax is collected by state', 'missing');
  if (!state) return null;
  const normal = hasStates(country) && !unionCountries.has(country) ? normaliseState(country, state) : null;
  if (normal && isUntaxed(country, normal)) throw refuse('state', 'This state has no sales tax of its own');
  if (!normal || !isKnownPlace(country, normal))
    throw refuse('state', 'No tax rates are known for this state');
  if (isHarmonized(country, normal, now))
    throw refuse('state', 'The tax of this province is collected with that of its country');
  return normal;
};

/** Validates tax numbers of countries with known formats; states have their own formats. */
const readNumber = (country: string, number: string | null): string | null => {
  if (number === null || country === 'US' || !hasTaxIdFormats(country)) return number;
  const read = readTaxId(country, number);
  if (!read) throw refuse('tax_number', 'Invalid tax number.');
  return read[0];
};

const assertInOrder = ({ validFrom, validUntil }: Pick<TaxRegistrationRow, 'validFrom' | 'validUntil'>) => {
  if (validUntil && validUntil <= validFrom) throw refuse('valid_until', 'Must be after valid_from');
};

const insert = async (billing: Billing, row: TaxRegistrationRow): Promise<void> => {
  try {
    await billing.db.manager.insert(TaxRegistrationEntity, row);
  } catch (error) {
    if (error instanceof QueryFailedError && error.message.includes('tax_registrations_place'))
      throw refuse('country', 'A registration for this place already exists.');
    throw error;
  }
};

export const updateTaxRegistration = async (
  billing: Billing,
  row: TaxRegistrationRow,
  body: TaxRegistrationUpdate,
): Promise<TaxRegistration> => {
  const now = billing.now();
  const wished = {
    taxNumber: body.taxNumber === undefined ? row.taxNumber : readNumber(row.country, body.taxNumber),
    validFrom: body.validFrom ?? row.validFrom,
    validUntil: body.validUntil === undefined ? row.validUntil : body.validUntil,
  };
  assertInOrder(wished);
  if (leavesAsIs(row, wished)) return viewTaxRegistration(row, now);
  const changes = { ...wished, modifiedAt: now };
  const { affected } = await billing.db.manager.update(TaxRegistrationEntity, { id: row.id }, changes);
  if (affected === 0) throw kitErrors.ResourceNotFound();
  return viewTaxRegistration({ ...row, ...changes }, now);
};

/** Tax that was already collected stays on orders and invoices. */
export const deleteTaxRegistration = async (billing: Billing, { id }: TaxRegistrationRow): Promise<void> => {
  const { affected } = await billing.db.manager.delete(TaxRegistrationEntity, { id });
  if (affected === 0) throw kitErrors.ResourceNotFound();
};

/** Returns a page of the registrations of the caller's organizations. */
export const listTaxRegistrations = async (
  billing: Billing,
  caller: Caller,
  query: TaxRegistrationListQuery,
) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const [rows, total] = await billing.db.manager.findAndCount(TaxRegistrationEntity, {
    where: { organizationId: In(organizations) },
    order: { country: 'ASC', state: 'ASC', scheme: 'ASC', id: 'ASC' },
    skip: (query.page - 1) * query.limit,
    take: query.limit,
  });
  const now = billing.now();
  return pageReply(
    rows.map((row) => viewTaxRegistration(row, now)),
    total,
    query,
  );
};
