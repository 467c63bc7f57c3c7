/**
 * Whom an invitation is for: whoever has its address, and has shown that it is theirs. Without the second, everyone who
 * learns of an open invitation could sign up with its address and take the invited person's place.
 */
import { randomText, sameText, sha256 } from '@tessera/kit/secrets';
import { askUser } from '@tessera/proto/api/asks';
import type { UserCaller } from '@tessera/proto/api/passport';
import type { OrganizationParts } from '../organization.ts';
import type { InvitationRow } from './entity.ts';
import { errors } from './errors.ts';
import { isFor } from './rules.ts';
import { findInvitation } from './service.ts';

/** Who wants to see or answer which invitation; `proof` is what the link in the mail carries. */
export type Claim = { caller: UserCaller; invitationId: string; proof: string | undefined };

/** Each try of a mail carries a new proof, because only hashes are kept; the earlier ones stay good. */
const maxProofs = 5;

/** Makes the proof for one mail of an invitation. */
export const createProof = async (
  { db }: OrganizationParts,
  { id }: Pick<InvitationRow, 'id'>,
): Promise<string> => {
  const proof = randomText(43);
  await db.query(
    `UPDATE invitations SET proof_hashes = (array_append(proof_hashes, $2))[greatest(1, cardinality(proof_hashes) + 2 - $3::int):]
     WHERE id = $1`,
    [id, sha256(proof), maxProofs],
  );
  return proof;
};

/**
 * A caller who counts as verified only if the address is proven: some providers' word for it is worth nothing. Identity is
 * asked, so no lock may be held; and only of whom the invitation is for, and who brings no proof of their own.
 */
export const withProvenAddress = async (
  { db, bus, options }: OrganizationParts,
  { caller, invitationId, proof }: Claim,
): Promise<UserCaller> => {
  if (!options.requireEmailVerificationOnInvitation || caller.isEmailVerified !== true) return caller;
  const invitation = await findInvitation(db.manager, invitationId);
  if (!invitation || !isFor(invitation, caller) || isProofOf(invitation, proof)) return caller;
  const facts = await bus.ask(askUser, { userId: caller.userId });
  // Replicas of the release before do not say.
  return { ...caller, isEmailVerified: facts !== null && (facts.isEmailProven ?? true) };
};

/** Throws unless the caller (`withProvenAddress`) is the recipient: by their address, then by what shows that it is theirs. */
export const requireRecipient = (
  { options }: OrganizationParts,
  invitation: InvitationRow,
  { caller, proof }: Pick<Claim, 'caller' | 'proof'>,
  notVerified: () => Error = errors.NotVerified,
): void => {
  if (!isFor(invitation, caller)) throw errors.NotRecipient();
  const isProven = caller.isEmailVerified === true || isProofOf(invitation, proof);
  if (options.requireEmailVerificationOnInvitation && !isProven) throw notVerified();
};

const isProofOf = ({ proofHashes }: InvitationRow, proof: string | undefined): boolean => {
  if (proof === undefined) return false;
  const hash = sha256(proof);
  return proofHashes.some((known) => sameText(known, hash));
};
