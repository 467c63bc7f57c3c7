import { Alert, Stack, Text } from '@mantine/core';
import { unionCountries } from '@tessera/proto/api/billing/union';
import { serverNow } from '../../api/request/server-time.ts';
import type { SellerDetails, TaxRegistration } from '../../api/sales/taxes.ts';
import { t } from '../../i18n/t.ts';
import { countryName } from '../../shared/describe/address.ts';
import { standingAt } from './period.ts';

type Props = { seller: SellerDetails; registrations: readonly TaxRegistration[] };

/** Says what is missing for valid invoices in the European Union. Nothing is kept from being sold. */
export const VatWarnings = (props: Props) => {
  const warnings = warningsOf(props);
  if (warnings.length === 0) return null;
  return (
    <Stack gap="sm">
      {warnings.map((warning) => (
        <Alert key={warning} role="note" bg="var(--warning-surface)">
          <Text size="sm" c="var(--warning-text)">
            {warning}
          </Text>
        </Alert>
      ))}
    </Stack>
  );
};

const warningsOf = ({ seller, registrations }: Props): string[] => {
  const { isSmallBusiness = false, address, taxId } = seller;
  const inUnion = registrations.filter(
    (one) => unionCountries.has(one.country) && standingAt(one, serverNow()) !== 'ended',
  );
  const hasHome = inUnion.some(
    ({ country, scheme }) => country === address?.country && scheme === 'standard',
  );
  return [
    ...(isSmallBusiness && address && hasHome
      ? [t('taxes:registeredButExempt', { country: countryName(address.country) })]
      : []),
    ...((inUnion.length > 0 || isSmallBusiness) && !isVatNumber(taxId) ? [t('taxes:noVatNumber')] : []),
  ];
};

/** VAT numbers of the European Union begin with their country; `EL` is Greece. Other tax ids do not. */
const isVatNumber = (taxId: string | null): boolean => {
  const country = taxId?.slice(0, 2).replace('EL', 'GR');
  return country !== undefined && unionCountries.has(country);
};
