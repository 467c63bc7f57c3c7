/** Errors about organizations. The auth API derives its codes from the messages. */
import { defineErrors, kitErrors } from '@tessera/kit/errors';

export const organizationErrors = {
  ...defineErrors({
    OrganizationAlreadyExists: { status: 400, message: 'Organization already exists' },
    SlugTaken: { status: 400, message: 'slug is taken' },
    NotAMember: { status: 403, message: 'User is not a member of the organization' },
    OrganizationNotFound: { status: 400, message: 'Organization not found' },
    /** As `NotAMember`, for changes, where the contract has another status. */
    NotInOrganization: { status: 400, message: 'User is not a member of the organization' },
    UserNotFound: { status: 401, message: 'User not found' },
    UpdateNotAllowed: { status: 403, message: 'You are not allowed to update this organization' },
    DeletionNotAllowed: { status: 403, message: 'You are not allowed to delete this organization' },
    DeletionDisabled: { status: 403, message: null },
    /** The session ended during the request. */
    NoSession: { status: 401, message: null },
  }),
  CreationNotAllowed: () => kitErrors.NotPermitted('You are not allowed to create a new organization'),
  LimitReached: () => kitErrors.NotPermitted('You have reached the maximum number of organizations'),
};
