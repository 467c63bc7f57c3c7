import {
  MeterCreate,
  MeterListQuery,
  Meter as MeterShape,
  MeterUpdate,
} from '@tessera/proto/api/billing/meter';
import { api, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type Meter = Stored<typeof MeterShape>;

const meters = resource('Meter', '/billing/v1/meters', { one: MeterShape, query: MeterListQuery });

export const { useListMetersQuery, useGetMeterQuery, useCreateMeterMutation, useUpdateMeterMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listMeters: meters.list(build),
      getMeter: meters.get(build),
      createMeter: meters.create(build, MeterCreate),
      // Prices are shown with their meters' names.
      updateMeter: meters.update(build, MeterUpdate, ['Product']),
    }),
  });
