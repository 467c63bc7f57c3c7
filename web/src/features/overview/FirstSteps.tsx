import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect } from 'react';
import { useListProductsQuery } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListWebhookEndpointsQuery } from '../../api/organization/webhooks.ts';
import { useListOrdersQuery } from '../../api/sales/orders.ts';
import { paths } from '../../paths.ts';
import { noteUnsold } from '../../shared/unsold.ts';
import { FirstStepsPanel, type Step, stepWords } from './FirstStepsPanel.tsx';
import { activityLimit } from './limits.ts';

/** The steps to the first sale; hidden after it. */
export const FirstSteps = ({ toCome }: { toCome: ReactNode }) => {
  const { organization } = useCurrentOrganization();
  const { steps, isUnknown, isUnsold } = useSteps();
  useEffect(() => {
    if (isUnsold !== undefined) noteUnsold(organization.id, isUnsold);
  }, [isUnsold, organization.id]);
  if (isUnknown) return toCome;
  return steps && <FirstStepsPanel steps={steps} />;
};

type Known = { steps: Step[] | null; isUnknown: boolean; isUnsold: boolean | undefined };

const useSteps = (): Known => {
  const { organization } = useCurrentOrganization();
  const orders = useListOrdersQuery({ organizationId: organization.id, limit: activityLimit });
  const isUnsold = orders.data && orders.data.items.length === 0;
  // After the first sale the other steps are not loaded.
  const one = isUnsold ? { organizationId: organization.id, limit: 1 } : skipToken;
  const products = useListProductsQuery(one);
  const endpoints = useListWebhookEndpointsQuery(one);
  if (!isUnsold || !products.data || !endpoints.data) {
    const hasFailed = [orders, products, endpoints].some(({ isError }) => isError);
    return { steps: null, isUnknown: isUnsold !== false && !hasFailed, isUnsold };
  }
  const [product] = products.data.items;
  const hasEndpoints = endpoints.data.items.length > 0;
  const { slug } = organization;
  const [create, share, tell] = stepWords();
  const steps = [
    {
      ...create,
      to: product ? paths.products(slug) : paths.newProduct(slug),
      isDone: product !== undefined,
    },
    { ...share, to: product ? paths.product(slug, product.id) : paths.products(slug), isDone: false },
    {
      ...tell,
      to: hasEndpoints ? paths.webhooks(slug) : paths.newWebhook(slug),
      isDone: hasEndpoints,
    },
  ];
  return { steps, isUnknown: false, isUnsold };
};
