import { useRouterState } from '@tanstack/react-router'

/** Why a URL shows no page: it does not exist, or the access checks hide it from this user. */
export type Absent = 'unknown' | 'refused'

/** Whether the current URL is absent, as decided by its routes. */
export const useAbsent = (): Absent | undefined =>
  useRouterState({
    select: ({ matches }) => matches.map(({ context }) => (context as { absent?: Absent }).absent).find(Boolean),
  })
