import type { DebugAnswer, DebugRefusal } from '#contract/tracking/debug-link.ts'
import type { Consent } from './read-browser.ts'
import type { Watch, WatchedHit } from './watch-hits.ts'

type Tone = 'ok' | 'warn' | 'bad' | 'plain'

/** One line of the panel. Our own texts are translated; texts from others are shown as they are. */
export type Row = { label: string; tone: Tone; texts: string[]; foreign?: string }

export type HitLine = { tone: Tone; kind: string; what: string; outcome: string; message: string }

/** The server's answer about the pixel on this page, or that it is pending or the server is unreachable. */
export type ServerState = DebugAnswer | DebugRefusal | 'asking' | 'unreached'

const statuses: Readonly<Record<DebugAnswer['status'], readonly [Tone, string]>> = {
  active: ['ok', 'Running.'],
  draft: ['warn', 'Draft: hits are stored but don’t become leads.'],
  pause: ['warn', 'Paused: hits are stored but don’t become leads.'],
  stop: ['warn', 'Stopped: hits are stored but don’t become leads.'],
  archived: ['bad', 'Archived: its pixel is off.'],
}

const pages: Readonly<Record<DebugAnswer['page'], readonly [Tone, string]>> = {
  every: ['ok', 'Counts: the campaign includes every page.'],
  counts: ['ok', 'Counts: the campaign’s page rules include it.'],
  left_out: ['warn', 'Excluded by the campaign’s page rules: visits don’t become leads.'],
}

const elsewhere = 'This page is not on a site of the campaign: hits from here do not count.'

const holds: Readonly<Record<NonNullable<DebugAnswer['held']>, string>> = {
  host: elsewhere,
  bot: 'Recognized as a bot: visits don’t become leads.',
  datacentre: 'Data center address: visits don’t become leads.',
  origin: 'Doesn’t send the page’s origin: visits don’t become leads.',
  ip_excluded: 'Its IP address is excluded by the campaign: visits are only counted.',
  privacy_gpc: 'Global Privacy Control is on: visits are only counted.',
  privacy_opt_out: 'This visitor has opted out: visits are only counted.',
  privacy_consent: 'Refused: visits are only counted.',
  page_sensitive: 'A page about health, faith, children or the like: visits are only counted.',
  privacy_region: 'Address of a region without identification: visits are only counted.',
}

const consents: Readonly<Record<Consent, readonly [Tone, string]>> = {
  none: ['plain', 'Not required by the site.'],
  given: ['ok', 'Given.'],
  waiting: ['warn', 'Waiting for consent: nothing is sent yet.'],
  refused: ['warn', 'Refused: visits are only counted.'],
  optout: ['warn', 'This visitor has opted out: visits are only counted.'],
  gpc: ['warn', 'Blocked by Global Privacy Control.'],
}

const refusals: Readonly<Record<string, string>> = {
  'malformed t': 'This link isn’t valid. Create a new one in the campaign.',
  'forbidden t': 'This link has expired. Create a new one in the campaign.',
  'forbidden u': elsewhere,
  'not_found k': 'The campaign is archived or removed: its pixel is off.',
  'too_many ': 'Too many requests. The debugger retries soon.',
}

/** The message for an error response. */
const textOfRefusal = ({ code, field = '', message }: DebugRefusal): string => refusals[`${code} ${field}`] ?? message

/** Whether the link has expired or is invalid. */
export const isOver = (heard: ServerState): boolean =>
  typeof heard === 'object' && 'code' in heard && heard.field === 't'

/** The panel's lines; if the link has expired, only that it has. */
export function describe(facts: {
  key: string
  heard: ServerState
  consent: Consent
  asksNotToBeTracked: boolean
  watch: Watch
}): Row[] {
  const { heard, consent, watch } = facts
  if (isOver(heard)) return serverRows(heard)
  const [consentTone, consentText] = consents[consent]
  return [
    { label: 'Pixel', tone: 'ok', texts: ['Found'], foreign: facts.key },
    ...serverRows(heard),
    { label: 'Consent', tone: consentTone, texts: [consentText] },
    {
      label: 'Do Not Track',
      tone: 'plain',
      texts: [facts.asksNotToBeTracked ? 'On. It blocks nothing; Global Privacy Control does.' : 'Off'],
    },
    {
      label: 'Last error',
      tone: watch.lastError ? 'bad' : 'plain',
      texts: watch.lastError ? [] : ['None'],
      foreign: watch.lastError,
    },
  ]
}

function serverRows(heard: ServerState): Row[] {
  if (heard === 'asking') return [{ label: 'Campaign', tone: 'plain', texts: ['Contacting the server…'] }]
  if (heard === 'unreached') return [{ label: 'Campaign', tone: 'bad', texts: [unreachableText] }]
  if ('code' in heard) return [{ label: 'Campaign', tone: 'bad', texts: [textOfRefusal(heard)] }]
  const [statusTone, statusText] = statuses[heard.status]
  const [pageTone, pageText] = pages[heard.page]
  const thanks = heard.is_thank_you ? ['A view of this page counts as a conversion.'] : []
  return [
    { label: 'Campaign', tone: statusTone, texts: [statusText], foreign: heard.campaign },
    { label: 'This page', tone: pageTone, texts: [pageText, ...thanks] },
    {
      label: 'This browser',
      tone: heard.held ? 'warn' : 'ok',
      texts: [heard.held ? holds[heard.held] : 'Nothing blocks its hits.'],
    },
  ]
}

const unreachableText =
  'The server could not be reached from this page. A Content-Security-Policy must allow it in connect-src.'

const kinds: Readonly<Record<string, string>> = {
  view: 'Page view',
  event: 'Event',
  conversion: 'Conversion',
  identify: 'Identification',
  counted: 'Counted only',
}

const outcomes: Readonly<Record<WatchedHit['outcome'], readonly [Tone, string]>> = {
  sending: ['plain', 'Sending'],
  stored: ['ok', 'Stored'],
  refused: ['bad', 'Refused'],
  unreached: ['bad', 'Not reached'],
}

export function describeHit({ kind, detail, path, outcome, message, tries }: WatchedHit): HitLine {
  const [tone, text] = outcomes[outcome]
  return {
    tone,
    kind: kinds[kind] ?? kind,
    what: [detail, path].filter(Boolean).join(' · '),
    outcome: outcome === 'sending' && tries > 1 ? 'Retrying' : text,
    message,
  }
}
