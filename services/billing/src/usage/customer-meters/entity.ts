/** Rows of customers' meters: usage and credit since the last reset. */
import { column } from '@tessera/kit/database/data-source';
import { EntitySchema } from 'typeorm';

/** `consumedUnits` and `balance` are decimal text, generated columns of the database. */
export type CustomerMeterRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  customerId: string;
  meterId: string;
  consumedUnits: string;
  creditedUnits: number;
  rolloverUnits: number;
  balance: string;
};

const computed = { type: 'numeric', insert: false, update: false } as const;

export const CustomerMeterEntity = new EntitySchema<CustomerMeterRow>({
  name: 'customerMeter',
  tableName: 'customer_meters',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    customerId: column.uuid('customer_id'),
    meterId: column.uuid('meter_id'),
    consumedUnits: { ...computed, name: 'consumed_units' },
    creditedUnits: column.int('credited_units'),
    rolloverUnits: column.int('rollover_units'),
    balance: { ...computed, name: 'balance' },
  },
});
