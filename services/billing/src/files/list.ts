import { readableOrganizations } from '@tessera/kit/access/rules';
import type { FileExportQuery, FileListQuery, FileRead } from '@tessera/proto/api/billing/file';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { containsText, isOneOf } from '../lists/conditions.ts';
import { alphabetical, type Filter, type List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { FileEntity, type FileRow } from './entity.ts';
import { viewFile } from './view.ts';

export const fileList: List<FileRow> = {
  entity: FileEntity,
  table: 'files',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', name: alphabetical('r.name'), size: 'r.size' },
  where: 'r.is_uploaded AND r.deleted_at IS NULL',
  facet: 'r.service',
};

/** The filter of a caller's query. */
export const filterFiles = async (
  billing: Billing,
  caller: Caller,
  query: FileExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  facets: query.service,
  conditions: [...isOneOf('r.id', query.ids), ...containsText(['r.name'], query.query)],
});

/** Returns a page of the uploaded files of the caller's organizations. */
export const listFiles = async (billing: Billing, caller: Caller, query: FileListQuery) => {
  const filter = await filterFiles(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, fileList, { filter, paging: query });
  return pageReply<FileRead>(rows.map(viewFile), total, query);
};
