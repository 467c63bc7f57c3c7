import type { Customer } from '@tessera/proto/api/billing/customer';
import { paths } from '../paths.ts';
import { EmailAddress } from '../ui/display/EmailAddress.tsx';
import { TextLink } from '../ui/display/TextLink.tsx';
import { customerName } from '../ui/format/customer-name.ts';

type Props = { slug: string; customer: Pick<Customer, 'id' | 'name' | 'email'> & { deletedAt: unknown } };

/** A customer's address with a link to their page; deleted customers have none. */
export const CustomerLink = ({ slug, customer }: Props) => {
  const name = customerName({ ...customer, name: null });
  const address = <EmailAddress>{name}</EmailAddress>;
  return customer.deletedAt === null ? (
    <TextLink to={paths.customer(slug, customer.id)}>{address}</TextLink>
  ) : (
    address
  );
};
