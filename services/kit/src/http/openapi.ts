/** The OpenAPI description of an API, generated from the shapes of its routes. */
import { AuthError, BillingError } from '@tessera/proto/api/error';
import { snakeCase } from '@tessera/proto/api/wire';
import { z } from 'zod';
import type { EndpointHandler, Shapes } from './endpoint.ts';
import { actOperationIds, resourceOperationIds } from './operation-ids.ts';
import type { ScopeGuard } from './passport.ts';
import { Router } from './router.ts';

type Layer = {
  slash?: boolean;
  route?: { path: string; stack: { method: string; handle: unknown }[] };
  handle?: { stack?: Layer[] };
};
type Json = Record<string, unknown>;

/** An endpoint with its route: `path` in Express' form (`/products/:id`), `scopes` of its guard if it has one. */
export type RoutedEndpoint = {
  method: string;
  path: string;
  endpoint: EndpointHandler;
  scopes: string[] | undefined;
};

/** Part of an OpenAPI 3.1 document: `components` holds the schemas that `paths` refer to. */
export type Description = { paths: Record<string, Json>; components: { schemas: Record<string, Json> } };

/**
 * Describes the endpoints of a router mounted at `base`. `headers`: parameters of all endpoints of a method. A
 * recursive shape becomes a component, named by the `id` of its `meta`.
 */
export const describeApi = (
  base: string,
  router: Router,
  headers: Record<string, Json[]> = {},
): Description => {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  const endpoints = endpointsOf(router);
  const names = operationIds(endpoints);
  for (const [at, { method, endpoint, scopes, ...route }] of endpoints.entries()) {
    const path = base + route.path.replaceAll(/:(\w+)/g, (_match, name: string) => `{${snakeCase(name)}}`);
    const context = { path, name: names[at], headers: headers[method] ?? [], schemas };
    (paths[path] ??= {})[method] = describe(endpoint, scopes, context);
  }
  return { paths, components: { schemas } };
};

/** Operation ids by the style of the API: billing has resources, auth has actions. */
const operationIds = (endpoints: RoutedEndpoint[]): string[] => {
  const operations = endpoints.map(({ method, path, endpoint: { shapes } }) => ({
    method,
    path,
    isPage: shapes.reply instanceof z.ZodObject && 'pagination' in shapes.reply.shape,
  }));
  const isResources = endpoints.some(({ endpoint }) => endpoint.dialect.casing === 'snake');
  return isResources ? resourceOperationIds(operations) : actOperationIds(operations);
};

/** Serves a description, generated on first request: that blocks a large service for a third of a second. */
export const descriptionRoutes = (describe: () => Description): Router => {
  let made: string | undefined;
  return Router().get('/openapi.json', (_req, res) => {
    made ??= JSON.stringify(describe());
    res.type('json').send(made);
  });
};

/** Returns only the paths. */
export const describeRoutes = (base: string, router: Router): Record<string, Json> =>
  describeApi(base, router).paths;

/** The endpoints of a router and its nested routers, in order. */
export const endpointsOf = (router: Router): RoutedEndpoint[] =>
  layersOf(router as unknown as { stack: Layer[] }).flatMap(({ route }) => {
    if (!route) return [];
    const methods = [...new Set(route.stack.map(({ method }) => method))];
    return methods.flatMap((method) => {
      const handlers = route.stack.filter((layer) => layer.method === method).map(({ handle }) => handle);
      const endpoint = handlers.find(
        (handle): handle is EndpointHandler => typeof handle === 'function' && 'shapes' in handle,
      );
      const guard = handlers.find(
        (handle): handle is ScopeGuard => typeof handle === 'function' && 'scopes' in handle,
      );
      return endpoint ? [{ method, path: route.path, endpoint, scopes: guard?.scopes }] : [];
    });
  });

/** The routes of a router and its nested routers. Express does not keep the mount path of a nested router. */
const layersOf = (router: { stack: Layer[] }): Layer[] =>
  router.stack.flatMap((layer) => {
    if (layer.route || !layer.handle?.stack) return [layer];
    if (layer.slash !== true)
      throw new Error('give a nested router whole paths: its mount path cannot be described');
    return layersOf({ stack: layer.handle.stack });
  });

const describe = (
  { shapes, dialect }: EndpointHandler,
  scopes: string[] | undefined,
  {
    path,
    name,
    headers,
    schemas,
  }: { path: string; name: string | undefined; headers: Json[]; schemas: Record<string, Json> },
): Json => {
  const isSnake = dialect.casing === 'snake';
  const schema = (shape: z.ZodType, io: 'input' | 'output') =>
    intoComponents(describeShape(shape, io, isSnake), io, schemas);
  const reply = shapes.reply ?? shapes.sent;
  return {
    operationId: name,
    tags: [tagOf(path)],
    ...(shapes.summary && { summary: shapes.summary }),
    ...(scopes && { description: `Scopes: ${scopes.join(' or ')}` }),
    parameters: [
      ...parameters(shapes.params, 'path', isSnake),
      ...parameters(shapes.query, 'query', isSnake),
      ...headers,
    ],
    ...(shapes.body && {
      requestBody: {
        required: true,
        content: {
          [shapes.isForm ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: schema(shapes.body, 'input'),
          },
        },
      },
    }),
    responses: {
      [String(statusOf(shapes))]: {
        description: 'Success',
        ...(reply && { content: { 'application/json': { schema: schema(reply, 'output') } } }),
        ...(shapes.media !== undefined && { content: { [shapes.media]: { schema: { type: 'string' } } } }),
      },
      '4XX': {
        description: 'Error',
        content: { 'application/json': { schema: refusal(isSnake, schemas) } },
      },
    },
  };
};

/** The error schema of an API: one component per dialect. */
const refusal = (isSnake: boolean, schemas: Record<string, Json>): Json => {
  const [name, shape] = isSnake
    ? (['BillingError', BillingError] as const)
    : (['AuthError', AuthError] as const);
  schemas[name] ??= describeShape(shape, 'output', isSnake);
  return { $ref: `#/components/schemas/${name}` };
};

const statusOf = ({ status, reply, sent, media }: Shapes): number =>
  status ?? (reply || sent || media ? 200 : 204);

const tagOf = (path: string): string =>
  path.split('/').find((part, index) => index > 2 && part && part !== 'v1') ?? 'other';

const parameters = (shape: z.ZodType | undefined, where: 'path' | 'query', isSnake: boolean): Json[] => {
  if (!shape) return [];
  const { properties = {}, required = [] } = describeShape(shape, 'input', isSnake) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }));
};

/**
 * Moves the definitions of a schema to the document's components, where its references resolve. The input form of a
 * shape may differ from its output form, so it gets its own name.
 */
const intoComponents = (schema: Json, io: 'input' | 'output', schemas: Record<string, Json>): Json => {
  const { $defs = {}, ...rest } = schema as { $defs?: Record<string, Json> };
  if (
    JSON.stringify(schema).includes('"$ref":"#"') ||
    Object.keys($defs).some((name) => name.startsWith('__'))
  )
    throw new Error('a shape that stands within itself needs a name: .meta({ id })');
  const suffix = io === 'input' ? 'Input' : '';
  const pointed = (value: unknown): Json =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`),
    ) as Json;
  for (const [name, { id: _id, ...definition }] of Object.entries($defs))
    schemas[name + suffix] = pointed(definition);
  return pointed(rest);
};

/** Removes the bounds that every integer has. */
const withoutBounds = (schema: Json): void => {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
};

const describeShape = (shape: z.ZodType, io: 'input' | 'output', isSnake: boolean): Json => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      withoutBounds(jsonSchema as Json);
      if (isSnake && zodSchema._zod.def.type === 'object') respell(jsonSchema as Json);
    },
  }) as Json;
  return schema;
};

const respell = (schema: Json): void => {
  const properties = schema['properties'] as Json | undefined;
  if (!properties) return;
  schema['properties'] = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [snakeCase(key), value]),
  );
  if (Array.isArray(schema['required'])) schema['required'] = (schema['required'] as string[]).map(snakeCase);
};
