/**
 * Checks the recipient of an invitation: the account must have its address and have proven it. Otherwise anyone who
 * learns of an open invitation could sign up with its address and take the place of the invited person.
 */
import { randomText, sameText, sha256 } from '@tessera/kit/secrets';
import { askUser } from '@tessera/proto/api/asks';
import type { UserCaller } from '@tessera/proto/api/passport';
import type { OrganizationParts } from '../organization.ts';
import type { InvitationRow } from './entity.ts';
import { invitationErrors } from './errors.ts';
import { isFor } from './rules.ts';
import { findInvitation } from './service.ts';

/** The caller and the invitation to view or answer; `proof` is the parameter of the mail's link. */
export type Claim = { caller: UserCaller; invitationId: string; proof: string | undefined };

/** Each mail carries a new proof, because only hashes are stored; earlier ones remain valid. */
const maxProofs = 5;

/** Creates the proof for one mail of an invitation. */
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
 * Returns the caller, verified only if the address is proven: the claims of some sign-in providers do not suffice.
 * Asks identity, so no lock may be held; only for the recipient, and only without a valid proof.
 */
export const withProvenAddress = async (
  { db, bus, options }: OrganizationParts,
  { caller, invitationId, proof }: Claim,
): Promise<UserCaller> => {
  if (!options.requireEmailVerificationOnInvitation || caller.isEmailVerified !== true) return caller;
  const invitation = await findInvitation(db.manager, invitationId);
  if (!invitation || !isFor(invitation, caller) || isProofOf(invitation, proof)) return caller;
  const facts = await bus.ask(askUser, { userId: caller.userId });
  // Replicas of the previous release omit it.
  return { ...caller, isEmailVerified: facts !== null && (facts.isEmailProven ?? true) };
};

/**
 * Throws unless the caller (from `withProvenAddress`) is the recipient: NotRecipient for another address,
 * `notVerified` if the address is not proven.
 */
export const requireRecipient = (
  { options }: OrganizationParts,
  invitation: InvitationRow,
  { caller, proof }: Pick<Claim, 'caller' | 'proof'>,
  notVerified: () => Error = invitationErrors.NotVerified,
): void => {
  if (!isFor(invitation, caller)) throw invitationErrors.NotRecipient();
  const isProven = caller.isEmailVerified === true || isProofOf(invitation, proof);
  if (options.requireEmailVerificationOnInvitation && !isProven) throw notVerified();
};

const isProofOf = ({ proofHashes }: InvitationRow, proof: string | undefined): boolean => {
  if (proof === undefined) return false;
  const hash = sha256(proof);
  return proofHashes.some((known) => sameText(known, hash));
};
