/** Checks that routes authorize access to the rows that their paths name. */
import type { Router } from 'express';
import { endpointsOf } from '../src/http/openapi.ts';

/**
 * Returns the endpoints (`GET /products/:id`) with a path parameter but no `row` step, which authorizes the access.
 * `exceptions`: parameters that name no owned row, with the reason; unused ones are findings.
 */
export const ownershipFindings = (
  router: Router,
  exceptions: Readonly<Record<string, string>> = {},
): string[] => {
  const named = endpointsOf(router).map(({ method, path, endpoint }) => ({
    route: `${method.toUpperCase()} ${path}`,
    hasStep: endpoint.shapes.row !== undefined,
    parameters: [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  }));
  const open = named.filter(({ hasStep, parameters }) => !hasStep && parameters.length > 0);
  const isExcepted = (name: string) => Object.hasOwn(exceptions, name);
  return [
    ...open.filter(({ parameters }) => !parameters.every(isExcepted)).map(({ route }) => route),
    ...Object.keys(exceptions)
      .filter((name) => !open.some(({ parameters }) => parameters.includes(name)))
      .map((name) => `:${name} is no exception any more`),
  ];
};
