import type { OwnMembership } from '../../api/organization/own-membership.ts';
import { describeRole, isOwner } from '../../api/organization/roles.ts';
import { t } from '../../i18n/t.ts';

type Case = { member: { role: string }; membership: OwnMembership | undefined };

/** Why no one, or not this user, may change a membership; null when nothing protects it, or until that is loaded. */
export const protectionOf = ({ member, membership }: Case): string | null => {
  if (!membership || !isOwner(member.role, membership.creatorRole)) return null;
  const name = describeRole(membership.creatorRole);
  if (!isOwner(membership.member.role, membership.creatorRole))
    return t('members:onlySomeoneWithTheRole', { name });
  return membership.owners > 1 ? null : t('members:someoneAlwaysHasTheRole', { name });
};
