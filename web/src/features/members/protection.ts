import { isOwner } from '../../api/roles.ts';

type Place = { id: string; role: string };
type Case = { member: Place; own: Place | undefined; members: readonly Place[] };

/** Why nobody, or not this person, may touch a member's place; null when nothing protects it. */
export const protectionOf = ({ member, own, members }: Case): string | null => {
  if (!isOwner(member.role)) return null;
  if (!isOwner(own?.role)) return 'Only an owner can change or remove another owner.';
  const owners = members.filter(({ role }) => isOwner(role));
  return owners.length > 1
    ? null
    : 'An organization always has an owner. Make someone else an owner first, or delete the organization.';
};
