/** What is wrong with a value that fits no option of a union. Pure; the same for servers' replies and for forms. */
import type { z } from 'zod';

/**
 * Returns the issues of the option that came closest: the one with the deepest error path, then with the fewest absent
 * values, then with the fewest issues.
 */
export const nearestOption = ({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] =>
  errors.toSorted((a, b) => depth(b) - depth(a) || absent(a) - absent(b) || a.length - b.length)[0] ?? [];

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length));

const absent = (issues: readonly z.core.$ZodIssue[]): number => issues.filter(isAbsent).length;

/** Whether a value is absent. A union counts as absent if one of its options reports an absent value. */
export const isAbsent = (issue: z.core.$ZodIssue): boolean =>
  issue.message.endsWith('received undefined') ||
  (issue.code === 'invalid_union' &&
    issue.errors.some((option) => option.some((inner) => inner.path.length === 0 && isAbsent(inner))));
