/** A reference model of organizations, written from the contract alone, without the service's code. */

export const roles = ['owner', 'admin', 'member', 'admin,member', 'member,owner'] as const;
export type Role = (typeof roles)[number];
export const people = [0, 1, 2, 3] as const;
export type Person = (typeof people)[number];
export const slots = [0, 1] as const;
export type Slot = (typeof slots)[number];
export const membershipLimit = 3;

export type Step =
  | { kind: 'create' | 'accept' | 'reject' | 'leave' | 'delete' | 'activate'; by: Person; at: Slot }
  | { kind: 'invite' | 'changeRole'; by: Person; at: Slot; whom: Person; role: Role }
  | { kind: 'remove' | 'cancel'; by: Person; at: Slot; whom: Person };

export type ModelOrganization = {
  members: Map<Person, string>;
  /** Open invitations, with role and inviter. */
  invited: Map<Person, { role: string; from: Person }>;
};
export type State = { organizations: Map<Slot, ModelOrganization>; active: Map<Person, Slot | null> };

const isOwner = (role: string): boolean => role.split(',').includes('owner');
const isManager = (role: string): boolean => isOwner(role) || role.split(',').includes('admin');

const isLastOwner = ({ members }: ModelOrganization, person: Person): boolean =>
  isOwner(members.get(person) ?? '') && [...members.values()].filter(isOwner).length === 1;

const end = (state: State, at: Slot, person: Person): number => {
  state.organizations.get(at)?.members.delete(person);
  if (state.active.get(person) === at) state.active.set(person, null);
  return 200;
};

/** Applies a step to the state. Returns the expected HTTP status; null: the step is not possible here. */
export const expectedOf = (state: State, step: Step): number | null => {
  const organization = state.organizations.get(step.at);
  if (step.kind === 'create') {
    if (organization) return null;
    state.organizations.set(step.at, { members: new Map([[step.by, 'owner']]), invited: new Map() });
    state.active.set(step.by, step.at);
    return 200;
  }
  if (!organization) return null;
  return inOrganization(state, organization, step);
};

const inOrganization = (
  state: State,
  organization: ModelOrganization,
  step: Exclude<Step, { kind: 'create' }>,
): number | null => {
  const own = organization.members.get(step.by);
  switch (step.kind) {
    case 'activate':
      state.active.set(step.by, own === undefined ? null : step.at);
      return own === undefined ? 403 : 200;
    case 'invite':
      return invite(organization, own, step);
    case 'cancel': {
      if (!organization.invited.has(step.whom)) return null;
      if (own === undefined) return 400;
      if (!isManager(own)) return 403;
      organization.invited.delete(step.whom);
      return 200;
    }
    case 'reject':
      return organization.invited.delete(step.by) ? 200 : null;
    case 'accept':
      return accept(state, organization, step);
    case 'changeRole':
      return changeRole(organization, own, step);
    case 'remove': {
      const target = organization.members.get(step.whom);
      if (own === undefined || target === undefined) return 400;
      if ((isOwner(target) && !isOwner(own)) || isLastOwner(organization, step.whom)) return 400;
      return isManager(own) ? end(state, step.at, step.whom) : 401;
    }
    case 'leave':
      return own === undefined || isLastOwner(organization, step.by) ? 400 : end(state, step.at, step.by);
    case 'delete': {
      if (own === undefined) return 400;
      if (!isOwner(own)) return 403;
      for (const person of people) end(state, step.at, person);
      state.organizations.delete(step.at);
      return 200;
    }
    default:
      throw new Error('an unknown step');
  }
};

const invite = (
  organization: ModelOrganization,
  own: string | undefined,
  step: { by: Person; whom: Person; role: Role },
): number => {
  if (own === undefined) return 400;
  if (!isManager(own)) return 403;
  if (isOwner(step.role) && !isOwner(own)) return 403;
  if (organization.members.has(step.whom) || organization.invited.has(step.whom)) return 400;
  organization.invited.set(step.whom, { role: step.role, from: step.by });
  return 200;
};

const accept = (
  state: State,
  organization: ModelOrganization,
  { by, at }: { by: Person; at: Slot },
): number | null => {
  const invitation = organization.invited.get(by);
  if (invitation === undefined) return null;
  const { role, from } = invitation;
  const inviter = organization.members.get(from) ?? '';
  const isGood = isOwner(role) ? isOwner(inviter) : isManager(inviter);
  if (!organization.members.has(by) && !isGood) return 400;
  if (!organization.members.has(by) && organization.members.size >= membershipLimit) return 403;
  organization.invited.delete(by);
  if (!organization.members.has(by)) organization.members.set(by, role);
  state.active.set(by, at);
  return 200;
};

const changeRole = (
  organization: ModelOrganization,
  own: string | undefined,
  step: { whom: Person; role: Role },
): number => {
  const target = organization.members.get(step.whom);
  if (own === undefined || target === undefined) return 400;
  const isOwnersMatter = isOwner(target) || isOwner(step.role);
  if (!isManager(own) || (isOwnersMatter && !isOwner(own))) return 403;
  if (!isOwner(step.role) && isLastOwner(organization, step.whom)) return 400;
  organization.members.set(step.whom, step.role);
  return 200;
};

/** Whether a member of the model has a permission. */
export const mayInModel = (role: string, resource: string, action: string): boolean =>
  isOwner(role) || (isManager(role) && `${resource}:${action}` !== 'organization:delete');
