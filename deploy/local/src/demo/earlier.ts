import { type ApiClient, ApiError } from './api-client.ts';
import { organization, seller } from './story.ts';

/**
 * Whether an earlier start has made the demo seller: the seller may have another password or address by now, or the
 * shop another slug, so that either one counts.
 */
export const isSellerThere = async (api: ApiClient, authPath: string): Promise<boolean> => {
  const shop = `/api/billing/v1/customer-portal/organizations/${organization.slug}`;
  const { email, password } = seller;
  return (
    (await isAnswered(api.call('GET', shop))) ||
    (await isAnswered(api.call('POST', `${authPath}/sign-in/email`, { email, password })))
  );
};

/** False: the API refuses. */
const isAnswered = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
};
