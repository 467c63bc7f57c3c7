import { useOwnMembership } from '../organization/own-membership.ts';
import { isOwner } from '../organization/roles.ts';
import { usePublicOptions } from './public-options.ts';

/** Whether the user may move the clock of the whole system: an owner, on their own machine. */
export const useMovesClock = (): boolean => {
  const { options } = usePublicOptions();
  const { data } = useOwnMembership();
  return (
    options?.isClockMovable === true && data !== undefined && isOwner(data.member?.role, data.creatorRole)
  );
};
