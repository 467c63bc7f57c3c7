/** What benefits hand out to the buyer at a checkout: files to download, and license keys. */
import { sql } from '@tessera/kit/database/sql';
import type { PurchasedBenefit, PurchasedFile } from '@tessera/proto/api/billing/purchase';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { createStatement } from '../lists/list.ts';
import { listDownloadables } from './downloads/service.ts';
import type { HeldBenefit } from './grants/purchased.ts';
import { isGrantWithin } from './within.ts';

type Needed = Pick<Billing, 'db' | 'files' | 'now' | 'publicUrl'>;

/** Adds files and license keys to the benefits of a checkout. At most a hundred files: the portal lists all. */
export const addHandedOut = async (
  billing: Needed,
  checkoutId: string,
  benefits: HeldBenefit[],
): Promise<PurchasedBenefit[]> => {
  const has = (wanted: HeldBenefit['type']) => benefits.some(({ type }) => type === wanted);
  const [files, keys] = await Promise.all([
    has('downloadables') ? findFiles(billing, checkoutId) : [],
    has('license_keys') ? findKeys(billing.db.manager, checkoutId) : [],
  ]);
  return benefits.map((benefit) => ({
    ...benefit,
    files: files.filter(({ benefitId }) => benefitId === benefit.id).map(({ file }) => file),
    licenseKeys: keys.filter(({ benefitId }) => benefitId === benefit.id).map(({ key }) => key),
  }));
};

const findFiles = async (
  billing: Needed,
  checkoutId: string,
): Promise<{ benefitId: string; file: PurchasedFile }[]> => {
  const { items } = await listDownloadables(billing, { scope: { checkoutId } }, { page: 1, limit: 100 });
  return items.map(({ benefitId, file: { id, name, version, size, sizeReadable, download } }) => ({
    benefitId,
    file: { id, name, version, size, sizeReadable, url: download.url },
  }));
};

const findKeys = (em: EntityManager, checkoutId: string) => {
  const { values, bind } = createStatement();
  return sql<{ benefitId: string; key: string }>(
    em,
    `SELECT k.benefit_id AS "benefitId", k.key FROM benefit_grants g JOIN license_keys k ON k.grant_id = g.id
     WHERE g.granted_at IS NOT NULL AND k.status = 'granted' AND ${isGrantWithin(bind, { checkoutId })}
     ORDER BY k.created_at, k.id`,
    values,
  );
};
