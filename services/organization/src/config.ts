/** Environment variables and product options of the organization service (contracts/auth.md, section 10). */
import { MailEnv, RedisUrl, ServiceEnv } from '@tessera/kit/config';
import { EncryptionKeys } from '@tessera/kit/secrets';
import { z } from 'zod';
import { defaultRoles, statements } from './roles.ts';

/** Environment of the organization service. */
export const OrganizationEnv = ServiceEnv.extend(MailEnv.shape).extend({
  REDIS_URL: RedisUrl,
  ENCRYPTION_KEYS: EncryptionKeys,
});

const Statements = z.record(z.string().min(1), z.array(z.string().min(1)));
const amount = z.int().min(0);

/** Options of identity that also apply here; identity validates the rest. */
export const SharedOptions = z.looseObject({
  appName: z.string().min(1).default('Tessera'),
  /** Also decides whether mails are limited. Default: in production only. */
  rateLimit: z.looseObject({ enabled: z.boolean().optional() }).prefault({}),
  advanced: z
    .looseObject({
      database: z.looseObject({ defaultFindManyLimit: z.int().min(1).max(10_000).default(100) }).prefault({}),
    })
    .prefault({}),
});

/** The section `organization` of the product options. Custom roles replace the default set. */
export const OrganizationOptions = z
  .strictObject({
    allowUserToCreateOrganization: z.boolean().default(true),
    /** Maximum number of memberships with which a user may still create an organization. */
    organizationLimit: amount.optional(),
    creatorRole: z.string().min(1).default('owner'),
    membershipLimit: amount.default(100),
    /** The permissions that custom roles may grant. */
    ac: Statements.default(() => structuredClone(statements) as unknown as z.output<typeof Statements>),
    roles: z.record(z.string().regex(/^[^,]+$/, 'must not contain a comma'), Statements).optional(),
    teams: z
      .strictObject({
        enabled: z.boolean().default(false),
        defaultTeam: z.strictObject({ enabled: z.boolean().default(true) }).prefault({}),
        maximumTeams: amount.optional(),
        allowRemovingAllTeams: z.boolean().default(false),
      })
      .prefault({}),
    /** Seconds, at most a hundred years: a time much further ahead is beyond what dates can tell. */
    invitationExpiresIn: amount.max(3_155_760_000).default(172_800),
    invitationLimit: amount.default(100),
    cancelPendingInvitationsOnReInvite: z.boolean().default(false),
    sendInvitationEmail: z.boolean().default(true),
    /** Maximum invitations per organization and hour, whatever their status. */
    invitationsPerHour: z.int().min(1).default(100),
    /** False: any account with the invited address may answer, even if the address is not verified. */
    requireEmailVerificationOnInvitation: z.boolean().default(true),
    organizationCreation: z
      .strictObject({
        /** Always true: emitted as `organization.created`, in the transaction of the creation. */
        beforeCreate: z.literal(true).default(true),
        afterCreate: z.literal(true).default(true),
      })
      .prefault({}),
    organizationDeletion: z
      .strictObject({
        disabled: z.boolean().default(false),
        /** Always true: emitted as `organization.deleted`, in the transaction of the deletion. */
        beforeDelete: z.literal(true).default(true),
        afterDelete: z.literal(true).default(true),
      })
      .prefault({}),
  })
  .superRefine((options, context) => {
    for (const [name, role] of Object.entries(options.roles ?? {}))
      for (const [resource, actions] of Object.entries(role))
        for (const action of actions)
          if (!options.ac[resource]?.includes(action))
            context.addIssue({
              code: 'custom',
              path: ['roles', name, resource],
              message: `"${action}" is not an action of ac.${resource}`,
            });
    if (!Object.hasOwn(options.roles ?? defaultRoles, options.creatorRole))
      context.addIssue({ code: 'custom', path: ['creatorRole'], message: 'is not one of the roles' });
  })
  .transform((options) => ({ ...options, roles: options.roles ?? defaultRoles }));
export type OrganizationOptions = z.output<typeof OrganizationOptions>;
