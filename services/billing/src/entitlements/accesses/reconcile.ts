/**
 * Reconciles what a customer has on another platform with their grants: one access at a time, calling the platform
 * between transactions. What is about to be given is stored first, so that after a crash at any point it can still be
 * taken away; calling the platform twice changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import { completeDue, type DueRow } from '@tessera/kit/due';
import { transact } from '@tessera/kit/events/outbox';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import { placeOf, platformOf } from '../../catalog/benefits/platform.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { PlatformFailure } from '../../platforms/http.ts';
import type { Account, Place, Platform, PlatformName, Tokens } from '../../platforms/platform.ts';
import { type AccountRow, findAccounts, openAccount, storeAccount } from '../accounts/entity.ts';
import { findHeldGrants } from '../grants/entity.ts';
import {
  type AccessRow,
  accessWork,
  findAccess,
  findPlacesOfOthers,
  leaveToOthers,
  noteAccess,
  noteOthers,
  writeGiven,
} from './entity.ts';
import { grantWaiting, refuseWaiting } from './outcome.ts';
import { highestOf, isSamePlace } from './rules.ts';

/** The dependencies of reconciliation. */
export type Reconciling = Pick<Billing, 'db' | 'now' | 'platforms'>;

/** A failure to take back what was given. */
export class NotTakenBack extends PlatformFailure {
  constructor(cause: PlatformFailure) {
    const { fault, message, status, seconds } = cause;
    super(fault, message, { status, seconds, cause });
  }
}

type Target = { account: Account; place: Place };

/** The present state of an access. `target` null: nothing is to be given, or no account is known. */
type Situation = {
  access: AccessRow;
  benefit: BenefitRow;
  platformName: PlatformName;
  isWanted: boolean;
  target: Target | null;
};

/** Reconciles an access and completes its work. Throws PlatformFailure, after which it is to be retried. */
export const reconcileAccess = async (parts: Reconciling, row: DueRow): Promise<void> => {
  const { db } = parts;
  const situation = await look(parts, row.subjectId);
  if (!situation) return finish(parts, row, async () => undefined);
  const { access, platformName, target, isWanted } = situation;
  const platform = parts.platforms[platformName];
  if (!platform) throw new PlatformFailure('refused', 'The platform of this benefit is not set up.');
  const aim = target && { accountId: target.account.id, place: target.place };
  const { id, given } = access;
  if (given && !(aim && isSamePlace(given, aim))) await takeBack(db, platform, { id, given });
  if (!target || !aim) {
    const waiting = isWanted ? connectFirst(platformName) : null;
    return finish(parts, row, (em) =>
      waiting ? refuseWaiting(em, parts.now(), { access, failure: waiting }) : Promise.resolve(),
    );
  }
  await give(parts, { platform, situation: { ...situation, target } });
  return finish(parts, row, (em) => grantWaiting(em, parts.now(), { access, given: aim }));
};

/** Takes away what was given, unless another access has given it too. */
const takeBack = async (
  db: Reconciling['db'],
  platform: Platform,
  { id, given }: { id: string; given: NonNullable<AccessRow['given']> },
): Promise<void> => {
  if (await transact(db, (em) => leaveToOthers(em, { id, given }))) return;
  await platform.take(given.accountId, given.place).catch((failure: unknown) => {
    throw failure instanceof PlatformFailure ? new NotTakenBack(failure) : failure;
  });
  await transact(db, async (em) => {
    await writeGiven(em, id, null);
    // One that gave it during the call has lost it by this.
    await noteOthers(em, { id, given });
  });
};

const connectFirst = (platform: PlatformName) =>
  new PlatformFailure(
    'customer',
    platform === 'discord'
      ? 'Connect your Discord account to get this benefit.'
      : 'Connect your GitHub account to get this benefit.',
  );

const give = async (
  { db, now }: Reconciling,
  { platform, situation }: { platform: Platform; situation: Situation & { target: Target } },
): Promise<void> => {
  const { access, platformName, target } = situation;
  const { account, place } = target;
  const given = { accountId: account.id, place };
  const findHighest = async () =>
    highestOf([place, ...(await findPlacesOfOthers(db.manager, { ...access, given }))]);
  await transact(db, (em) => writeGiven(em, access.id, given));
  const highest = await findHighest();
  const tokens = await giveHighest(platform, now(), { target, highest });
  // Another one that began during the call may have given its own before this.
  if (!isDeepStrictEqual(await findHighest(), highest)) await transact(db, (em) => noteAccess(em, access));
  if (!tokens) return;
  const { customerId } = access;
  await transact(db, (em) =>
    storeAccount(em, now(), {
      customerId,
      platform: platformName,
      account: { ...account, tokens },
      secret: platform.secret,
    }),
  );
};

/** A permission of another benefit that its platform refuses does not keep the customer from this one's. */
const giveHighest = (
  platform: Platform,
  now: Date,
  { target: { account, place }, highest }: { target: Target; highest: Place },
): Promise<Tokens | null> =>
  platform.give(account, highest, now).catch((failure: unknown) => {
    const isRefused = failure instanceof PlatformFailure && failure.fault !== 'busy';
    if (!isRefused || highest === place) throw failure;
    return platform.give(account, place, now);
  });

/** The last step, in one transaction with the completion of the work; work queued in the meantime starts again. */
const finish = (
  { db }: Reconciling,
  row: DueRow,
  step: (em: EntityManager) => Promise<unknown>,
): Promise<void> =>
  transact(db, async (em) => {
    await step(em);
    await completeDue(em, accessWork, { row, cursor: null });
  });

const look = async ({ db: { manager }, platforms }: Reconciling, id: string): Promise<Situation | null> => {
  const access = await findAccess(manager, id);
  if (!access) return null;
  const [benefit] = await findBenefitsByIds(manager, [access.benefitId]);
  const [customer] = await findCustomersByIds(manager, [access.customerId]);
  const platformName = benefit && platformOf(benefit);
  if (!benefit || !customer || !platformName) return null;
  const held = await findHeldGrants(manager, access);
  const isWanted = held.length > 0 && !benefit.deletedAt && !customer.deletedAt;
  const place = placeOf(benefit);
  const chosen = isWanted
    ? accountOf(access, platformName, await findAccounts(manager, [access.customerId]))
    : null;
  const secret = platforms[platformName]?.secret ?? '';
  const target = chosen && place ? { account: openAccount(chosen, secret), place } : null;
  return { access, benefit, platformName, isWanted, target };
};

/** Returns the account that the customer chose, else the one connected last. */
const accountOf = (
  { accountId }: AccessRow,
  platform: PlatformName,
  accounts: readonly AccountRow[],
): AccountRow | null => {
  const there = accounts.filter((account) => account.platform === platform);
  return there.find((account) => account.accountId === accountId) ?? there[0] ?? null;
};
