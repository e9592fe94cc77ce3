import { countInbox, listInbox } from '#contract/inbox/inbox.ts'
import { readStanding } from '#contract/inbox/standing.ts'

/**
 * What shows the inbox: its list and the menu's count, and the lines over every page. An action elsewhere that settles an
 * item invalidates them.
 */
export const inboxReads = [listInbox, countInbox, readStanding]
