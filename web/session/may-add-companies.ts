import type { Me } from './me.ts'

/** What the screens offer; the server decides. Which kind of company it is depends on the user's own. */
export const mayAddCompanies = (me: Me): boolean => me.may('settings.create') && me.viewEndsAt === null
