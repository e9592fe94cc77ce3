import { z } from 'zod'
import { open } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation, type Operation } from '../core/operation.ts'
import { line } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'

/** Maximum duration of view mode (SEC-6). */
export const viewLife_ms = 30 * 60_000

export const switchUser = operation({
  id: 'X002',
  name: 'switchUser',
  area: 'sign-in',
  method: 'POST',
  path: '/user/switch',
  summary:
    'Starts viewing the product as someone below the caller: a separate session for 30 minutes, logged with both people.',
  body: z.strictObject({
    userID: id,
    /** Stored in the log and shown to the viewed users. */
    reason: line(500).min(5, sentences.reason),
  }),
  answer: z.object({ access_token: z.string(), expires_in: z.int() }),
  // R096; account executives for what is assigned to them (R148, OQ-06); agency owners for their clients (decision 239).
  access: {
    rootSystem: { reach: ['below'] },
    accountExecutive: { reach: ['below'] },
    agencyOwner: { reach: ['below'] },
  },
  object: { kind: 'user', in: 'body', key: 'userID' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const switchBack = operation({
  id: 'X003',
  name: 'switchBack',
  area: 'sign-in',
  method: 'POST',
  path: '/user/switch-back',
  summary: 'Ends view mode, even after it has expired, and resumes the original session.',
  answer: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
  errors: ['unauthenticated'],
  // An expired token identifies nobody anymore; leaving still works, with the device's cookie.
  access: open,
  limits: [{ count: 60, perSeconds: 300, by: 'address' }],
})

/** Areas of secrets, money, passwords and agreements: only the listed calls can be read there. */
const closedAreas: readonly string[] = [
  'sign-in',
  'people',
  'agreements',
  'payments',
  'billing',
  'wallet',
  'developers',
]
const readable: readonly string[] = [
  'readKeys',
  'readMe',
  'readUser',
  'readAccess',
  'readOnboarding',
  'readPicture',
  'readQuestionnaire',
  'listRoles',
  'listTeam',
  'readWallet',
  'listWalletHistory',
  // The public document pages; accepting and acceptances stay closed.
  'readDocument',
]
/** In all other areas everything can be read, but not downloaded as a file; and one GET revokes access. */
const closedReads: readonly string[] = ['revokeSpreadsheet']

/** What a writing call may contain: any field, or the listed ones; for a field with a list only those values. */
type OpenFields = 'any' | Readonly<Record<string, 'any' | readonly unknown[]>>

const campaignChange: OpenFields = {
  leadspeek_api_id: 'any',
  updated_at: 'any',
  campaignName: 'any',
  urlCode: 'any',
  urlCodeThankyou: 'any',
  answers: 'any',
  gtminstalled: 'any',
  startdatecampaign: 'any',
  enddatecampaign: 'any',
  timezone: 'any',
  active_hours: 'any',
}
const targeting: OpenFields = {
  nationaltargeting: 'any',
  locationtarget: 'any',
  state: 'any',
  zip: 'any',
  requireemailaddress: 'any',
  phoneenabled: 'any',
  homeaddressenabled: 'any',
  reidentificationtype: 'any',
  applyreidentificationall: 'any',
}
const pages: OpenFields = {
  include_pages: 'any',
  exclude_pages: 'any',
  exclude_addresses: 'any',
  event_goals: 'any',
  more_sites: 'any',
}
const searching: OpenFields = {
  keyword: 'any',
  keywordcontextual: 'any',
  searchtopics: 'any',
  searchwindow: 'any',
  searchminimum: 'any',
  desc: 'any',
  informationminimum: 'any',
}
const profile: OpenFields = {
  profilematch: 'any',
  profileminimum: 'any',
  profileindustry: 'any',
  profilesize: 'any',
  profileseniority: 'any',
  profiledepartment: 'any',
  profiletitle: 'any',
  profilestate: 'any',
  companyexclude: 'any',
  companywindow: 'any',
  suggestcontacts: 'any',
  surgeonly: 'any',
  surgepercent: 'any',
}

/**
 * The writing calls that are open in view mode, with the fields they may contain. Everything else is refused: nothing
 * that costs money, is a secret, grants access, or says where leads, emails and visitors go.
 */
export const openInView: Readonly<Record<string, OpenFields>> = {
  logout: 'any',
  refreshToken: 'any',
  switchBack: 'any',
  // These only read, although they are not GET.
  listLogCampaigns: 'any',
  listLogCategories: 'any',
  listLogUsers: 'any',
  listUserLogs: 'any',
  searchEverything: 'any',
  searchVisits: 'any',
  checkCampaignActive: 'any',
  checkSiteEmbededCode: 'any',
  checkCustomDomain: 'any',
  saveUserLog: 'any',
  // A company's appearance; not its prices, nor where its mail, its visitors and their questions go.
  saveSetting: {
    companyID: 'any',
    actionType: 'any',
    settingname: ['branding'],
    name: 'any',
    logo: 'any',
    icon: 'any',
    brand_color: 'any',
    box_bgcolor: 'any',
    text_color: 'any',
    link_color: 'any',
    template_bgcolor: 'any',
    sidebar_bgcolor: 'any',
    font_theme: 'any',
    version: 'any',
  },
  // Not the price, the limit, the recipients or the linked external campaign.
  updateCampaign: campaignChange,
  updateLocalCampaign: { ...campaignChange, ...targeting, ...pages },
  updateLocatorCampaign: { ...campaignChange, ...targeting, ...searching },
  updateEnhanceCampaign: { ...campaignChange, ...targeting, ...searching },
  updateB2bCampaign: { ...campaignChange, ...targeting, ...profile },
  // A running campaign costs its client money.
  setCampaignActive: { leadspeek_api_id: 'any', status: ['pause'] },
  archiveCampaign: 'any',
  changeCampaigns: { companyID: 'any', campaign_ids: 'any', action: ['pause', 'archive'], preview: 'any' },
  removeWebhook: 'any',
  // Only off, never on or to another address.
  updateDestination: { destination_id: 'any', active: ['F'] },
  // To their original destinations.
  resendDelivery: 'any',
  resendDeliveries: 'any',
  resendFailed: 'any',
  sendTestLead: 'any',
  placeInGroup: 'any',
  removeCompanyGroup: 'any',
  saveCompanyGroup: 'any',
}

/** Whether view mode refuses a call regardless of its fields. */
export const isRefusedInView = ({
  area,
  name,
  method,
  transport,
}: Pick<Operation, 'area' | 'name' | 'method' | 'transport'>): boolean => {
  if (method !== 'GET') return !Object.hasOwn(openInView, name)
  if (closedAreas.includes(area)) return !readable.includes(name)
  return transport === 'download' || closedReads.includes(name)
}

/** Whether an open call may contain this. Omitted values change nothing. */
const isOpenField = (open: Exclude<OpenFields, 'any'>, field: string, value: unknown): boolean => {
  const values = Object.hasOwn(open, field) ? open[field] : undefined
  return value === undefined || values === 'any' || (values !== undefined && values.includes(value))
}

/** The first field of an open call that view mode refuses, or null. */
export function fieldRefusedInView({ name }: Pick<Operation, 'name'>, body: unknown): string | null {
  const open = openInView[name]
  if (open === undefined || open === 'any' || typeof body !== 'object' || body === null) return null
  return Object.entries(body).find(([field, value]) => !isOpenField(open, field, value))?.[0] ?? null
}

/** The fields that a form may send in view mode; it hides the others. */
export function openPartOf<Body extends object>({ name }: Pick<Operation, 'name'>, body: Body): Body {
  const open = openInView[name]
  if (open === undefined || open === 'any') return body
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => isOpenField(open, field, value))) as Body
}

/** The error message. */
export const refusedInView = 'This is not available in view mode.'
