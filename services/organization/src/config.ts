/** What the organization service reads at start: environment and product options (contracts/auth.md, section 10). */
import { MailEnv, RedisUrl, ServiceEnv } from '@tessera/kit/config';
import { z } from 'zod';
import { defaultRoles, statements } from './roles.ts';

/** Environment of the organization service. */
export const OrganizationEnv = ServiceEnv.extend(MailEnv.shape).extend({
  REDIS_URL: RedisUrl,
  ENCRYPTION_KEYS: z.string().min(1),
});

const Statements = z.record(z.string().min(1), z.array(z.string().min(1)));
const amount = z.int().min(0);

/** Of identity's options what holds for organizations too; identity validates the rest. */
export const SharedOptions = z.looseObject({
  /** Also decides whether mails are counted; absent: where it is production. */
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
    /** Most memberships with which someone may still create an organization. */
    organizationLimit: amount.optional(),
    creatorRole: z.string().min(1).default('owner'),
    membershipLimit: amount.default(100),
    /** What custom roles may grant. */
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
    /** Seconds. */
    invitationExpiresIn: amount.default(172_800),
    invitationLimit: amount.default(100),
    cancelPendingInvitationsOnReInvite: z.boolean().default(false),
    sendInvitationEmail: z.boolean().default(true),
    /** Most invitations of an organization in an hour, whatever became of them. */
    invitationsPerHour: z.int().min(1).default(100),
    /** False: whoever has signed up with the invited address answers, proven or not. */
    requireEmailVerificationOnInvitation: z.boolean().default(true),
    organizationCreation: z
      .strictObject({
        /** Always told as the event `organization.created`, in the transaction of the creation. */
        beforeCreate: z.literal(true).default(true),
        afterCreate: z.literal(true).default(true),
      })
      .prefault({}),
    organizationDeletion: z
      .strictObject({
        disabled: z.boolean().default(false),
        /** Always told as the event `organization.deleted`, in the transaction of the deletion. */
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
