import type { OwnMembership } from '../../api/place.ts';
import { describeRole, isOwner } from '../../api/roles.ts';
import { t } from '../../i18n/t.ts';

type Case = { member: { role: string }; place: OwnMembership | undefined };

/** Why nobody, or not this person, may touch a member's place; null when nothing protects it, or until that is known. */
export const protectionOf = ({ member, place }: Case): string | null => {
  if (!place || !isOwner(member.role, place.creatorRole)) return null;
  const name = describeRole(place.creatorRole);
  if (!isOwner(place.member.role, place.creatorRole)) return t('members:onlySomeoneWithTheRole', { name });
  return place.owners > 1 ? null : t('members:someoneAlwaysHasTheRole', { name });
};
