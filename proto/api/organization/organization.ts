/** Organizations, members and invitations in `/api/auth` (contracts/auth.md, section 10). */
import { z } from 'zod';
import { flag, mapOf, reference, text, visibleText } from '../fields.ts';
import { timestamp } from '../wire.ts';

/** An organization without relations. */
const organizationFacts = {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  createdAt: timestamp,
};

/** An organization in lists and full replies: `metadata` is the JSON text of an object, or null. */
export const AuthOrganization = z.object({
  ...organizationFacts,
  metadata: z.string().nullable(),
});
export type AuthOrganization = z.infer<typeof AuthOrganization>;

/**
 * A user's membership of an organization. `role` may list several, comma-separated. `teamId` only if teams are
 * enabled.
 */
export const AuthMember = z.object({
  id: z.string(),
  organizationId: z.string(),
  userId: z.string(),
  role: z.string(),
  createdAt: timestamp,
  teamId: z.string().nullable().optional(),
});
export type AuthMember = z.infer<typeof AuthMember>;

/** A member with their user. */
export const AuthMemberWithUser = AuthMember.extend({
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() }),
});
export type AuthMemberWithUser = z.infer<typeof AuthMemberWithUser>;

/** An invitation in any state. `teamId` only if teams are enabled. */
export const AuthInvitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.enum(['pending', 'accepted', 'rejected', 'canceled']),
  expiresAt: timestamp,
  inviterId: z.string(),
  teamId: z.string().nullable().optional(),
});
export type AuthInvitation = z.infer<typeof AuthInvitation>;

/** A team. `updatedAt` is null for the default team. */
export const AuthTeam = z.object({
  id: z.string(),
  name: z.string(),
  organizationId: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
});
export type AuthTeam = z.infer<typeof AuthTeam>;

/**
 * An organization with its members, invitations and teams (null if disabled): get-full-organization and set-active.
 */
export const AuthFullOrganization = AuthOrganization.extend({
  invitations: z.array(AuthInvitation),
  members: z.array(AuthMemberWithUser),
  teams: z.array(AuthTeam).nullable(),
});
export type AuthFullOrganization = z.infer<typeof AuthFullOrganization>;

/** Reply of get-full-organization and set-active: null if no organization is active. */
export const AuthFullOrganizationReply = AuthFullOrganization.nullable();
export type AuthFullOrganizationReply = z.infer<typeof AuthFullOrganizationReply>;

/** Query of list. Additions to the contract, whose list ends at 100 or at the configured number. */
export const OrganizationListPage = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Only organizations without other members: they are deleted with the account. */
  alone: flag.default(false),
});
export type OrganizationListPage = z.output<typeof OrganizationListPage>;

/** Reply of list: the caller's organizations. */
export const AuthOrganizationList = z.array(AuthOrganization);
export type AuthOrganizationList = z.infer<typeof AuthOrganizationList>;

/**
 * A slug in a request. It is part of URLs, which must be unambiguous: ASCII letters, digits, `-` and `_`, at least
 * one letter or digit. Dots could name a file, and letters of other alphabets can imitate another slug.
 */
const slug = text
  .min(1)
  .max(255)
  .regex(/^(?=.*[a-z\d])[\w-]+$/i, 'Only letters, digits, hyphens and underscores');

const deepestMetadata = 32;

/** Whether a value is nested at most this deep. Iterates by level, so that hostile input cannot exhaust the stack. */
const isNestedAtMost = (value: unknown, most: number): boolean => {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return false;
    level = level.flatMap((inner) =>
      typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
    );
  }
  return true;
};

/** Metadata of an organization: any JSON object, nested at most 32 levels. */
const metadata = mapOf(text, z.unknown()).refine(
  (value) => isNestedAtMost(value, deepestMetadata),
  'Nested too deep',
);

/**
 * Body of create. The caller becomes its creator; it becomes the active organization unless disabled by the request.
 */
export const AuthOrganizationCreate = z.object({
  name: visibleText.min(1).max(255),
  slug,
  logo: text.max(20_000).optional(),
  metadata: metadata.optional(),
  /** Numbers are converted to text, as in administration (section 11 of the contract). */
  userId: z.union([reference, z.number().transform(String)]).optional(),
  keepCurrentActiveOrganization: z.boolean().optional(),
});
export type AuthOrganizationCreate = z.output<typeof AuthOrganizationCreate>;

/** Reply of create: `metadata` is the object of the request, absent if there was none. */
export const AuthOrganizationCreated = z.object({
  ...organizationFacts,
  metadata: z.record(z.string(), z.unknown()).optional(),
  members: z.array(AuthMember),
});
export type AuthOrganizationCreated = z.infer<typeof AuthOrganizationCreated>;

/** Body of check-slug. */
export const CheckSlug = z.object({ slug });
export type CheckSlug = z.output<typeof CheckSlug>;

/** Reply of check-slug: the slug is available. */
export const CheckSlugReply = z.object({ status: z.boolean() });
export type CheckSlugReply = z.infer<typeof CheckSlugReply>;

/**
 * Body of set-active. `organizationId` null: none; both absent: the currently active one. The slug takes precedence.
 */
export const SetActiveOrganization = z.object({
  organizationId: reference.nullish(),
  organizationSlug: text.max(255).optional(),
});
export type SetActiveOrganization = z.output<typeof SetActiveOrganization>;

/** Query of get-full-organization. The slug takes precedence; both absent: the active one. */
export const FullOrganizationQuery = z.object({
  organizationId: reference.optional(),
  organizationSlug: text.max(255).optional(),
});
export type FullOrganizationQuery = z.output<typeof FullOrganizationQuery>;

/** Body of update. Absent: unchanged; a null logo or metadata is removed. Default: the active organization. */
export const AuthOrganizationUpdate = z.object({
  data: z.object({
    name: visibleText.min(1).max(255).optional(),
    slug: slug.optional(),
    logo: text.max(20_000).nullish(),
    metadata: metadata.nullish(),
  }),
  organizationId: reference.optional(),
});
export type AuthOrganizationUpdate = z.output<typeof AuthOrganizationUpdate>;

/** Reply of update: `metadata` is absent if there is none. */
export const AuthOrganizationUpdated = z.object({
  ...organizationFacts,
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type AuthOrganizationUpdated = z.infer<typeof AuthOrganizationUpdated>;

/** Body of delete and of leave. */
export const OrganizationReference = z.object({ organizationId: reference });
export type OrganizationReference = z.output<typeof OrganizationReference>;

/** Permissions to check: resource -> actions. Exactly one of `permissions` and `permission`. */
const Wanted = mapOf(text, z.array(text));
export const HasPermission = z
  .object({
    permissions: Wanted.optional(),
    permission: Wanted.optional(),
    organizationId: reference.optional(),
  })
  .refine(
    ({ permission, permissions }) => (permission === undefined) !== (permissions === undefined),
    'Provide either permissions or permission',
  );
export type HasPermission = z.output<typeof HasPermission>;

/** Reply of has-permission. */
export const HasPermissionReply = z.object({ error: z.null(), success: z.boolean() });
export type HasPermissionReply = z.infer<typeof HasPermissionReply>;
