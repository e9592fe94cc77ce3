import { useRouterState } from '@tanstack/react-router'

/** Why an address shows nothing: no page lies there, or the guards say that it does not exist for this person. */
export type Absent = 'unknown' | 'refused'

/** Whether the address that is shown is absent, as its routes found. */
export const useAbsent = (): Absent | undefined =>
  useRouterState({
    select: ({ matches }) => matches.map(({ context }) => (context as { absent?: Absent }).absent).find(Boolean),
  })
