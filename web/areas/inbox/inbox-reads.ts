import { countInbox, listInbox } from '#contract/inbox/inbox.ts'

/** What shows the inbox: its list and the menu's count. An action elsewhere that settles an item invalidates both. */
export const inboxReads = [listInbox, countInbox]
