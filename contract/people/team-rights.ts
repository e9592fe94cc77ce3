import type { Operation } from '../core/operation.ts'
import type { UserKind } from './user-kind.ts'

/** What a client's colleague may do besides seeing everything: work leads, pay, and change the rest. */
export const teamRights = ['work', 'pay', 'manage'] as const
export type TeamRight = (typeof teamRights)[number]

/** How they are stored with a person. Null for whoever is no colleague: a client's main user has all rights (R145). */
export const teamOf = (kind: UserKind, permissions: Readonly<Record<string, boolean>>): TeamRight[] | null =>
  kind === 'client' && permissions['team'] === true
    ? teamRights.filter((right) => permissions[`team.${right}`] === true)
    : null

/** Everybody's own account, inbox and views of lists, and calls that only read although they are not GET. */
const openToAll: readonly string[] = [
  'saveProfile',
  'cancelEmailChange',
  'saveUserLog',
  'closeChecklist',
  'settleInboxItems',
  'snoozeInboxItems',
  'assignInboxItems',
  'saveMailChoice',
  'savePush',
  'removePush',
  'saveQuietHours',
  'addSavedView',
  'changeSavedView',
  'removeSavedView',
  'searchEverything',
  'searchVisits',
  'checkCampaignActive',
  'checkSiteEmbededCode',
  'checkSpreadsheet',
  'estimateAudience',
  'prepareLeadExport',
  'previewIntegration',
]
const areasOfMoney: readonly string[] = ['billing', 'payments', 'taxes', 'wallet']
const callsOfMoney: readonly string[] = ['buyEnrichment']

/** The right that a client's colleague needs for a call; null for what all of them may do. What is new needs `manage`. */
export function rightFor({
  area,
  name,
  method,
  path,
}: Pick<Operation, 'area' | 'name' | 'method' | 'path'>): TeamRight | null {
  // The one GET that revokes access.
  if (name === 'revokeSpreadsheet') return 'manage'
  if (method === 'GET' || area === 'sign-in' || openToAll.includes(name)) return null
  if (areasOfMoney.includes(area) || callsOfMoney.includes(name)) return 'pay'
  return /^\/leadspeek\/leads?\//.test(path) && name !== 'settleReceipt' ? 'work' : 'manage'
}

/** The error message. */
export const refusedToColleague = 'Your rights in your company’s team don’t include this.'
