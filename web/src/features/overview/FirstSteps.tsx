import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListOrdersQuery } from '../../api/orders.ts';
import { useListProductsQuery } from '../../api/products.ts';
import { useListWebhookEndpointsQuery } from '../../api/webhooks.ts';
import { paths } from '../../paths.ts';
import { FirstStepsPanel, type Step, seenToSell, stepWords } from './FirstStepsPanel.tsx';
import { activityLimit } from './limits.ts';

/** The way to the first sale. Gone once something has been sold. */
export const FirstSteps = ({ toCome }: { toCome: ReactNode }) => {
  const { organization } = useCurrentOrganization();
  const { steps, isUnknown, hasSold } = useSteps();
  useEffect(() => {
    if (hasSold) seenToSell(organization.id);
  }, [hasSold, organization.id]);
  if (isUnknown) return toCome;
  return steps && <FirstStepsPanel steps={steps} />;
};

type Known = { steps: Step[] | null; isUnknown: boolean; hasSold: boolean };

const useSteps = (): Known => {
  const { organization } = useCurrentOrganization();
  const orders = useListOrdersQuery({ organizationId: organization.id, limit: activityLimit });
  const isUnsold = orders.data?.items.length === 0;
  // Whoever has sold something is not asked about the rest.
  const one = isUnsold ? { organizationId: organization.id, limit: 1 } : skipToken;
  const products = useListProductsQuery(one);
  const endpoints = useListWebhookEndpointsQuery(one);
  const hasSold = orders.data !== undefined && !isUnsold;
  if (!isUnsold || !products.data || !endpoints.data) {
    const hasFailed = [orders, products, endpoints].some(({ isError }) => isError);
    return { steps: null, isUnknown: !hasSold && !hasFailed, hasSold };
  }
  const [product] = products.data.items;
  const hasEndpoints = endpoints.data.items.length > 0;
  const { slug } = organization;
  const [create, tell, share] = stepWords();
  const steps = [
    {
      ...create,
      to: product ? paths.products(slug) : paths.newProduct(slug),
      isDone: product !== undefined,
    },
    {
      ...tell,
      to: hasEndpoints ? paths.webhooks(slug) : paths.newWebhook(slug),
      isDone: hasEndpoints,
    },
    { ...share, to: product ? paths.product(slug, product.id) : paths.products(slug), isDone: false },
  ];
  return { steps, isUnknown: false, hasSold };
};
