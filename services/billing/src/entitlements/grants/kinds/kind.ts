/** What a type of benefit does when it is handed over and taken back. */
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../../catalog/benefits/entity.ts';
import type { CustomerRow } from '../../../customers/entity.ts';
import type { GrantRow } from '../entity.ts';

/** A grant with whom and what it is about. */
export type Handover = { row: GrantRow; customer: CustomerRow; benefit: BenefitRow };

/** Hands over or takes back, and answers the properties that the grants have then, in the order of what it was given. */
export type HandOver = (
  em: EntityManager,
  now: Date,
  handovers: Handover[],
) => Promise<BenefitGrantProperties[]>;

/** Steps of the transaction of the grants, for many at once: a fixed number of statements each. */
export type Kind = {
  /** The rows are written, with the properties that they had before; new ones with none. */
  grant: HandOver;
  /** The same for grants that are granted and whose benefit was edited. */
  update: HandOver;
  revoke: HandOver;
  /** Whether every grant is taken back by itself; else only the last one that a customer has of a benefit. */
  revokesEach?: true;
  /** Whether an edit changes what lies outside of the grants' properties. */
  changesElsewhere?: true;
  /** Whether something has to be done elsewhere before a grant is granted: until then it waits. */
  isOutside?: true;
};
