/** What an organization should be after each step: written from the contract alone, without the service's own code. */

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

export type Place = {
  members: Map<Person, string>;
  /** Who has an open invitation, and as what. */
  invited: Map<Person, string>;
};
export type World = { places: Map<Slot, Place>; active: Map<Person, Slot | null> };

const isOwner = (role: string): boolean => role.split(',').includes('owner');
const isManager = (role: string): boolean => isOwner(role) || role.split(',').includes('admin');

const isLastOwner = ({ members }: Place, person: Person): boolean =>
  isOwner(members.get(person) ?? '') && [...members.values()].filter(isOwner).length === 1;

const end = (world: World, at: Slot, person: Person): number => {
  world.places.get(at)?.members.delete(person);
  if (world.active.get(person) === at) world.active.set(person, null);
  return 200;
};

/** Does a step to the world and answers the status that a caller sees; null: the step makes no sense here. */
export const expectedOf = (world: World, step: Step): number | null => {
  const place = world.places.get(step.at);
  if (step.kind === 'create') {
    if (place) return null;
    world.places.set(step.at, { members: new Map([[step.by, 'owner']]), invited: new Map() });
    world.active.set(step.by, step.at);
    return 200;
  }
  if (!place) return null;
  return inPlace(world, place, step);
};

const inPlace = (world: World, place: Place, step: Exclude<Step, { kind: 'create' }>): number | null => {
  const own = place.members.get(step.by);
  switch (step.kind) {
    case 'activate':
      world.active.set(step.by, own === undefined ? null : step.at);
      return own === undefined ? 403 : 200;
    case 'invite':
      return invite(place, own, step);
    case 'cancel': {
      if (!place.invited.has(step.whom)) return null;
      if (own === undefined) return 400;
      if (!isManager(own)) return 403;
      place.invited.delete(step.whom);
      return 200;
    }
    case 'reject':
      return place.invited.delete(step.by) ? 200 : null;
    case 'accept':
      return accept(world, place, step);
    case 'changeRole':
      return changeRole(place, own, step);
    case 'remove': {
      const target = place.members.get(step.whom);
      if (own === undefined || target === undefined) return 400;
      if ((isOwner(target) && !isOwner(own)) || isLastOwner(place, step.whom)) return 400;
      return isManager(own) ? end(world, step.at, step.whom) : 401;
    }
    case 'leave':
      return own === undefined || isLastOwner(place, step.by) ? 400 : end(world, step.at, step.by);
    case 'delete': {
      if (own === undefined) return 400;
      if (!isOwner(own)) return 403;
      for (const person of people) end(world, step.at, person);
      world.places.delete(step.at);
      return 200;
    }
    default:
      throw new Error('an unknown step');
  }
};

const invite = (place: Place, own: string | undefined, step: { whom: Person; role: Role }): number => {
  if (own === undefined) return 400;
  if (!isManager(own)) return 403;
  if (isOwner(step.role) && !isOwner(own)) return 403;
  if (place.members.has(step.whom) || place.invited.has(step.whom)) return 400;
  place.invited.set(step.whom, step.role);
  return 200;
};

const accept = (world: World, place: Place, { by, at }: { by: Person; at: Slot }): number | null => {
  const role = place.invited.get(by);
  if (role === undefined) return null;
  if (!place.members.has(by) && place.members.size >= membershipLimit) return 403;
  place.invited.delete(by);
  if (!place.members.has(by)) place.members.set(by, role);
  world.active.set(by, at);
  return 200;
};

const changeRole = (place: Place, own: string | undefined, step: { whom: Person; role: Role }): number => {
  const target = place.members.get(step.whom);
  if (own === undefined || target === undefined) return 400;
  const isOwnersMatter = isOwner(target) || isOwner(step.role);
  if (!isManager(own) || (isOwnersMatter && !isOwner(own))) return 403;
  if (!isOwner(step.role) && isLastOwner(place, step.whom)) return 400;
  place.members.set(step.whom, step.role);
  return 200;
};

/** Whether a model's member may do something, for has-permission. */
export const mayInModel = (role: string, resource: string, action: string): boolean =>
  isOwner(role) || (isManager(role) && `${resource}:${action}` !== 'organization:delete');
