import { type BenefitGrant, useLazyListBenefitGrantsQuery } from '../../api/catalog/benefits.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

/** What was granted, such as a license key, is left out. */
const columns: ExportColumn<BenefitGrant>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['customer_id', ({ customerId }) => customerId],
  ['customer_email', ({ customer }) => customer.email],
  ['customer_name', ({ customer }) => customer.name],
  ['is_granted', ({ isGranted }) => String(isGranted)],
  ['granted_at', ({ grantedAt }) => grantedAt ?? null],
  ['is_revoked', ({ isRevoked }) => String(isRevoked)],
  ['revoked_at', ({ revokedAt }) => revokedAt ?? null],
  ['order_id', ({ orderId }) => orderId],
  ['subscription_id', ({ subscriptionId }) => subscriptionId],
];

/** Exports the customers that have the benefit, or the others, as CSV. */
export const ExportHolders = (asked: { id: string; isGranted: boolean }) => {
  const [list] = useLazyListBenefitGrantsQuery();
  return (
    <ExportRows
      isSmall
      file="benefit-grants"
      columns={columns}
      read={(page) => list({ ...asked, page, limit: perPage }).unwrap()}
    />
  );
};
