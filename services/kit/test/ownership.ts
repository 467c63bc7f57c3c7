/** Whether routes say whose the rows are that their paths name. */
import type { Router } from 'express';
import { endpointsOf } from '../src/openapi.ts';

/**
 * The endpoints (`GET /products/:id`) whose path has a parameter and whose list has no `row` step that judges who may
 * reach what it names. `exceptions` are the parameters that name nobody's row, and why; one that no such path has fails.
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
