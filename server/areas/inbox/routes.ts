import {
  assignInboxItems,
  countInbox,
  listInbox,
  listInboxColleagues,
  settleInboxItems,
  snoozeInboxItems,
} from '#contract/inbox/inbox.ts'
import { readChecklist } from '#contract/inbox/checklist.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import {
  handleAssignInboxItems,
  handleListInboxColleagues,
  handleSettleInboxItems,
  handleSnoozeInboxItems,
} from './change-items.ts'
import { handleCountInbox, handleListInbox } from './list-inbox.ts'
import { handleReadChecklist } from './read-checklist.ts'
import { handleReadStanding } from './read-standing.ts'

export const routes: Route[] = [
  bind(listInbox, handleListInbox),
  bind(countInbox, handleCountInbox),
  bind(readStanding, handleReadStanding),
  bind(readChecklist, handleReadChecklist),
  bind(listInboxColleagues, handleListInboxColleagues),
  bind(settleInboxItems, handleSettleInboxItems),
  bind(snoozeInboxItems, handleSnoozeInboxItems),
  bind(assignInboxItems, handleAssignInboxItems),
]
