/** What a browser says, and what must come of it on a page with the pixel. */
export interface AuditCase {
  name: string
  headers?: Readonly<Record<string, string>>
  /** A script that runs on the page before any other. */
  before?: string
  /** A script that runs once the visitor is known: the signal that comes late. */
  later?: string
  /** An address of a place whose rule is nothing; only a server behind a proxy of ours believes it. */
  from?: string
  /** `nobody`: counted at most. `silence`: not even that. `withdrawal`: known first, then forgotten by browser and server. */
  expects: 'nobody' | 'silence' | 'withdrawal'
}

const gpcProperty = `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`
const gpcHeader = { 'Sec-GPC': '1' }
/** Pages that redefine what stands here win, as their own platforms do. */
const platform = {
  gpp: `window.__gpp = (command, heard) => command === 'addEventListener' && heard({ pingData: { signalStatus: 'ready', parsedSections: { usnat: [{ SaleOptOut: 1 }] } } })`,
  tcf: `window.__tcfapi = (command, version, heard) => heard({ gdprApplies: true, eventStatus: 'tcloaded' }, true)`,
  google: `(window.dataLayer = window.dataLayer || []).push((function () { return arguments })('consent', 'update', { ad_storage: 'denied' }))`,
  oneTrust: `window.OnetrustActiveGroups = ',C0001,'; window.OneTrust = { OnConsentChanged() {} }; dispatchEvent(new Event('OneTrustGroupsUpdated'))`,
  cookiebot: `window.Cookiebot = { hasResponse: true, consent: { marketing: false } }; dispatchEvent(new Event('CookiebotOnDecline'))`,
  usercentrics2: `window.UC_UI = { isInitialized: () => true, getServicesBaseInfo: () => [{ categorySlug: 'marketing', consent: { status: false } }] }; dispatchEvent(new Event('UC_UI_CMP_EVENT'))`,
  usercentrics3: `window.__ucCmp = { getConsentDetails: async () => ({ consent: { required: true, type: 'EXPLICIT' }, categories: { marketing: { state: 'ALL_DENIED' } } }) }; dispatchEvent(new Event('UC_CONSENT'))`,
}

export const auditCases: readonly AuditCase[] = [
  { name: 'Global Privacy Control', headers: gpcHeader, before: gpcProperty, expects: 'nobody' },
  { name: 'Global Privacy Control, header alone', headers: gpcHeader, expects: 'nobody' },
  { name: 'Global Privacy Control, property alone', before: gpcProperty, expects: 'nobody' },
  { name: 'opted out of this site', before: `document.cookie = '_lid_optout=1;path=/'`, expects: 'nobody' },
  { name: 'IAB GPP, sale opted out', before: platform.gpp, expects: 'nobody' },
  { name: 'IAB TCF, GDPR applies', before: platform.tcf, expects: 'nobody' },
  { name: 'Google Consent Mode, denied', before: platform.google, expects: 'nobody' },
  { name: 'OneTrust, no advertising', before: platform.oneTrust, expects: 'nobody' },
  { name: 'Cookiebot, declined', before: platform.cookiebot, expects: 'nobody' },
  { name: 'Usercentrics 2, denied', before: platform.usercentrics2, expects: 'nobody' },
  { name: 'Usercentrics 3, denied', before: platform.usercentrics3, expects: 'nobody' },
  { name: 'consent withdrawn in OneTrust', later: platform.oneTrust, expects: 'withdrawal' },
  { name: 'opted out after being known', later: `window.lid && lid('optout')`, expects: 'withdrawal' },
  { name: 'a country where nothing is stored', from: '193.99.144.80', expects: 'silence' },
]
