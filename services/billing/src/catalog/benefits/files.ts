/** Files of benefits of type `downloadables`. */
import { sql } from '@tessera/kit/database/sql';
import { benefitUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import type { FileRow } from '../../files/entity.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import { BenefitEntity, type BenefitRow } from './entity.ts';
import { emitBenefit } from './events.ts';

type Downloadables = Extract<BenefitRow, { type: 'downloadables' }>;

/** Ids of the files that a benefit grants (those not archived), in order. */
export const givenFiles = ({
  properties: { files, archived },
}: Pick<Downloadables, 'properties'>): string[] => files.filter((id) => !archived[id]);

/** Removes a file that is being deleted from every benefit that lists it; grants are updated in the background. */
export const dropFile = async (em: EntityManager, file: FileRow, now: Date): Promise<void> => {
  const locked = await sql<{ id: string }>(
    em,
    `SELECT id FROM benefits
     WHERE organization_id = $1 AND type = 'downloadables' AND deleted_at IS NULL
       AND properties @> jsonb_build_object('files', jsonb_build_array($2::text))
     ORDER BY id FOR UPDATE`,
    [file.organizationId, file.id],
  );
  if (locked.length === 0) return;
  const benefits = await em.findBy(BenefitEntity, { id: In(locked.map(({ id }) => id)) });
  for (const benefit of benefits) {
    if (benefit.type !== 'downloadables') continue;
    const { [file.id]: _archived, ...archived } = benefit.properties.archived;
    const files = benefit.properties.files.filter((id) => id !== file.id);
    const changes = { properties: { files, archived }, modifiedAt: now };
    await em.update(BenefitEntity, { id: benefit.id }, changes);
    await noteCatalogChange(em, 'benefit_files', benefit);
    await emitBenefit(em, benefitUpdated, { ...benefit, ...changes });
  }
};
