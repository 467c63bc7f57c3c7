/** The interface of a type of benefit: what happens when it is granted, updated and revoked. */
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import type { Handover } from '../../grants/handovers.ts';

/** Hands over or revokes grants, and returns their new properties in the same order. */
export type HandOver = (
  em: EntityManager,
  now: Date,
  handovers: Handover[],
) => Promise<BenefitGrantProperties[]>;

/** Steps of the transaction of the grants, in batches: a fixed number of statements each. */
export type Kind = {
  /** The rows are written already, with their previous properties; those of new grants are empty. */
  grant: HandOver;
  /** The same for granted grants whose benefit was edited. */
  update: HandOver;
  revoke: HandOver;
  /** What is revoked while the subscription may go on: a pause, or a payment that is late. Absent: as `revoke`. */
  suspend?: HandOver;
  /** Whether every grant is revoked individually; else only the last one that a customer has of a benefit. */
  revokesEach?: true;
  /** Whether an edit changes more than the grants' properties. */
  changesElsewhere?: true;
  /** Whether another platform has to be called: until then a grant is pending. */
  isOutside?: true;
};
