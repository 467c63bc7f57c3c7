/** Errors shown to visitors of a link. */
import { defineErrors } from '@tessera/kit/errors';

export const checkoutLinkErrors = defineErrors({
  ResourceNotFound: {
    status: 404,
    message: 'This link does not exist, or its products are no longer for sale.',
  },
  TooManyVisits: {
    status: 429,
    message: 'Too many checkouts were opened from your network. Try again soon.',
  },
});
