import type { EndpointBuilder } from '@reduxjs/toolkit/query';
import { pageOf } from '@tessera/proto/api/page';
import type { z } from 'zod';
import { type BaseQuery, billingBody, billingQuery, billingReply, type Stored } from './base.ts';
import { changeTags, listTag, listTags, type Tag, type TagType, tagOf } from './tags.ts';

type Build = EndpointBuilder<BaseQuery, TagType, 'api'>;

type FilterValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string>>
  | undefined;

/** The page of a list (default: the first, of twenty rows), its organization, and the filters of its query. */
export type ListArguments<Query extends z.ZodType> = {
  organizationId: string;
  page?: number;
  limit?: number;
} & { [Filter in Exclude<keyof z.input<Query>, 'organizationId' | 'page' | 'limit'>]?: FilterValue };

/** A change of one thing by its id. */
export type Change<Schema extends z.ZodType> = { id: string; changes: z.input<Schema> };

type Shapes<One, Query> = { one: One; query: Query };
type Also = readonly (TagType | Tag)[];
type Identified = z.ZodType<{ id: string }>;

/**
 * The usual requests of one resource of the billing API at `path`, from the server's own schemas; each takes the
 * builder of `injectEndpoints`. A change invalidates the thing, the lists of its kind, and the tags in `also`, which
 * may depend on the reply; a deleted thing is not refetched.
 */
export const resource = <One extends Identified, Query extends z.ZodType>(
  type: TagType,
  path: string,
  { one, query: listShape }: Shapes<One, Query>,
) => {
  const pageShape = pageOf(one);
  return {
    list: (build: Build) =>
      build.query<Stored<typeof pageShape>, ListArguments<Query>>({
        query: ({ page = 1, limit = 20, ...filters }) => ({
          url: `${path}/`,
          query: billingQuery(listShape, { ...filters, page, limit }),
        }),
        transformResponse: billingReply(pageShape),
        providesTags: (reply) => listTags(type, reply?.items as { id: string }[] | undefined),
      }),
    get: (build: Build) =>
      build.query<Stored<One>, string>({
        query: (id) => ({ url: `${path}/${id}` }),
        transformResponse: billingReply(one),
        providesTags: (_reply, _error, id) => [tagOf(type, id)],
      }),
    create: <Create extends z.ZodType>(build: Build, shape: Create, also: readonly (TagType | Tag)[] = []) =>
      build.mutation<Stored<One>, z.input<Create>>({
        query: (value) => ({ url: `${path}/`, method: 'POST', body: billingBody(shape, value) }),
        transformResponse: billingReply(one),
        invalidatesTags: [listTag(type), ...also],
      }),
    update: <Update extends z.ZodType>(
      build: Build,
      shape: Update,
      also: Also | ((reply: Stored<One> | undefined) => Also) = [],
    ) =>
      build.mutation<Stored<One>, Change<Update>>({
        query: ({ id, changes }) => ({
          url: `${path}/${id}`,
          method: 'PATCH',
          body: billingBody(shape, changes),
        }),
        transformResponse: billingReply(one),
        invalidatesTags: (reply, _error, { id }) => [
          ...changeTags(type, id),
          ...(typeof also === 'function' ? also(reply) : also),
        ],
      }),
    remove: (build: Build, also: readonly (TagType | Tag)[] = []) =>
      build.mutation<null, string>({
        query: (id) => ({ url: `${path}/${id}`, method: 'DELETE' }),
        invalidatesTags: [listTag(type), ...also],
      }),
  };
};
