import { useOwnMembership } from './own-membership.ts';
import { usePublicOptions } from './public-options.ts';
import { isOwner } from './roles.ts';

/** Whether the user may move the clock of the whole system: an owner, on their own machine. */
export const useMovesClock = (): boolean => {
  const { options } = usePublicOptions();
  const { data } = useOwnMembership();
  return (
    options?.isClockMovable === true && data !== undefined && isOwner(data.member?.role, data.creatorRole)
  );
};
