import { Skeleton } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useState } from 'react';
import { useGetBenefitQuery } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type CustomerState, useGetCustomerStateQuery } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Pages } from '../../ui/table/Pages.tsx';
import classes from './GrantedBenefits.module.css';

/** The benefits that the customer has now. */
export const GrantedBenefits = ({ customerId }: { customerId: string }) => (
  <Section title={t('customers:grantedBenefits')}>
    <Content customerId={customerId} />
  </Section>
);

const Content = ({ customerId }: { customerId: string }) => {
  const { data: state, error, refetch } = useGetCustomerStateQuery(customerId);
  if (error) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!state) return <Skeleton height={40} />;
  if (state.grantedBenefits.length === 0)
    return <p className={classes.none}>{t('customers:noneAtTheMoment')}</p>;
  return <Granted grants={state.grantedBenefits} />;
};

/** Each of a customer's orders may have granted some: a long list comes in pages. */
const perPage = 10;

const Granted = ({ grants }: { grants: CustomerState['grantedBenefits'] }) => {
  const [asked, setAsked] = useState(1);
  const maxPage = Math.ceil(grants.length / perPage);
  const page = Math.min(asked, maxPage);
  return (
    <>
      <ul className={classes.list}>
        {grants.slice((page - 1) * perPage, page * perPage).map(({ id, benefitId, grantedAt }) => (
          <li key={id}>
            <IconGift size={18} aria-hidden className={classes.icon} />
            <div>
              <BenefitName id={benefitId} />
              <div className={classes.since}>
                {t('customers:since')} <DateTime value={grantedAt} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <Pages
        label={t('customers:grantedBenefits')}
        page={page}
        onPage={setAsked}
        pagination={{ totalCount: grants.length, maxPage }}
      />
    </>
  );
};

const BenefitName = ({ id }: { id: string }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useGetBenefitQuery(id);
  return (
    <TextLink to={paths.benefit(organization.slug, id)}>
      {data?.description ?? t('customers:benefit')}
    </TextLink>
  );
};
