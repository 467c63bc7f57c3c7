/** Downloads of files by customers (contracts/billing-behaviour.md, section 7). */
import { createHash } from 'node:crypto';
import type { DownloadableListQuery, DownloadableRead } from '@tessera/proto/api/billing/file';
import { pageReply } from '@tessera/proto/api/page';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { findFilesByIds } from '../../files/find.ts';
import { linkEnd } from '../../files/rules.ts';
import { signFile } from '../../files/service.ts';
import { viewDownload } from '../../files/view.ts';
import { countDownload, type Downloadable, findDownloadables, isGiven } from './find.ts';
import { createDownloadToken, noLongerGiven, readDownloadToken } from './token.ts';

type Needed = Pick<Billing, 'db' | 'files' | 'now' | 'publicUrl'>;

/** Returns a page of the downloadables within a customer's session, with links that are valid for ten minutes. */
export const listDownloadables = async (
  { db, files, now, publicUrl }: Needed,
  { scope }: Pick<CustomerCaller, 'scope'>,
  query: DownloadableListQuery,
) => {
  const [found, total] = await findDownloadables(db.manager, scope, query);
  const rows = await findFilesByIds(
    db.manager,
    found.map(({ fileId }) => fileId),
  );
  const expiresAt = linkEnd(now());
  const items: DownloadableRead[] = [];
  for (const one of found) {
    const file = rows.find(({ id }) => id === one.fileId);
    if (!file) continue;
    const token = await createDownloadToken(files.signer, one, expiresAt);
    const url = `${publicUrl}/api/billing/v1/customer-portal/downloadables/${token}`;
    items.push({
      id: idOf(one),
      benefitId: one.benefitId,
      file: viewDownload(file, { url, headers: {}, expiresAt }),
    });
  }
  return pageReply(items, total, query);
};

/** A stable id derived from file, benefit and customer, as there is no row that has one (UUID version 8). */
const idOf = ({ customerId, benefitId, fileId }: Downloadable): string => {
  const hex = createHash('sha256').update(`${customerId} ${benefitId} ${fileId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Counts a download and returns the file's URL. Throws as `readDownloadToken`, and if access was revoked. */
export const followDownload = async ({ db, files, now }: Needed, token: string): Promise<string> => {
  const wanted = await readDownloadToken(files.signer, now(), token);
  const [file] = await findFilesByIds(db.manager, [wanted.fileId]);
  if (!file || !(await isGiven(db.manager, wanted))) throw noLongerGiven();
  await countDownload(db.manager, now(), wanted);
  const { url } = await signFile({ files, now }, file);
  return url;
};
