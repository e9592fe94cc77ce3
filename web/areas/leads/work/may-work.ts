import type { Me } from '../../../session/me.ts'

/** Matches the permissions of the calls. */
export const mayWork = (me: Me): boolean => me.side !== 'root' && me.may('leads.update') && me.viewEndsAt === null
