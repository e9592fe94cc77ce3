import type { DebugAnswer, DebugRefusal } from '#contract/tracking/debug-link.ts'
import type { Consent } from './read-browser.ts'
import type { Watch, WatchedHit } from './watch-hits.ts'

type Tone = 'ok' | 'warn' | 'bad' | 'plain'

/** One line of the panel. Our own texts are translated; texts from others are shown as they are. */
export type Row = { label: string; tone: Tone; texts: string[]; foreign?: string }

export type HitLine = { tone: Tone; kind: string; what: string; outcome: string; message: string }

/** The server's answer about the pixel on this page, or that it is pending or the server is unreachable. */
export type Heard = DebugAnswer | DebugRefusal | 'asking' | 'unreached'

const statuses: Readonly<Record<DebugAnswer['status'], readonly [Tone, string]>> = {
  active: ['ok', 'Running.'],
  draft: ['warn', 'Draft: hits are kept, none becomes a lead.'],
  pause: ['warn', 'Paused: hits are kept, none becomes a lead.'],
  stop: ['warn', 'Stopped: hits are kept, none becomes a lead.'],
  archived: ['bad', 'Archived: its pixel takes nothing.'],
}

const pages: Readonly<Record<DebugAnswer['page'], readonly [Tone, string]>> = {
  every: ['ok', 'Counts, as every page of the site.'],
  counts: ['ok', 'Counts by the campaign’s page rules.'],
  left_out: ['warn', 'Left out by the campaign’s page rules: its visits become no leads.'],
}

const elsewhere = 'This page is not on a site of the campaign: hits from here do not count.'

const holds: Readonly<Record<NonNullable<DebugAnswer['held']>, string>> = {
  host: elsewhere,
  bot: 'The server takes it for a program: its visits become no leads.',
  datacentre: 'Its address is a data center’s: its visits become no leads.',
  origin: 'It does not name the page’s origin: its visits become no leads.',
  ip_excluded: 'The campaign leaves its IP address out: its visits are only counted.',
  privacy_gpc: 'It asks not to be tracked (Global Privacy Control): its visits are only counted.',
  privacy_opt_out: 'This visitor has opted out: visits are only counted.',
  privacy_consent: 'Refused: visits are only counted.',
}

const consents: Readonly<Record<Consent, readonly [Tone, string]>> = {
  none: ['plain', 'The site asks for none.'],
  given: ['ok', 'Given.'],
  waiting: ['warn', 'Waiting for it: nothing is sent yet.'],
  refused: ['warn', 'Refused: visits are only counted.'],
  optout: ['warn', 'This visitor has opted out: visits are only counted.'],
  gpc: ['warn', 'Held back by Global Privacy Control.'],
}

const refusals: Readonly<Record<string, string>> = {
  'malformed t': 'This link is not valid. Make a new one in the campaign.',
  'forbidden t': 'This link is over. Make a new one in the campaign.',
  'forbidden u': elsewhere,
  'not_found k': 'The campaign is archived or gone: its pixel takes nothing.',
  'too_many ': 'Too many questions. The debugger asks again soon.',
}

/** The message for an error response. */
const textOfRefusal = ({ code, field = '', message }: DebugRefusal): string => refusals[`${code} ${field}`] ?? message

/** Whether the link has expired or is invalid. */
export const isOver = (heard: Heard): boolean => typeof heard === 'object' && 'code' in heard && heard.field === 't'

/** The panel's lines; if the link has expired, only that it has. */
export function describe(found: {
  key: string
  heard: Heard
  consent: Consent
  asksNotToBeTracked: boolean
  watch: Watch
}): Row[] {
  const { heard, consent, watch } = found
  if (isOver(heard)) return serverRows(heard)
  const [consentTone, consentText] = consents[consent]
  return [
    { label: 'Pixel', tone: 'ok', texts: ['Found'], foreign: found.key },
    ...serverRows(heard),
    { label: 'Consent', tone: consentTone, texts: [consentText] },
    {
      label: 'Do Not Track',
      tone: 'plain',
      texts: [found.asksNotToBeTracked ? 'On. It holds nothing back: Global Privacy Control does.' : 'Off'],
    },
    {
      label: 'Last error',
      tone: watch.lastError ? 'bad' : 'plain',
      texts: watch.lastError ? [] : ['None'],
      foreign: watch.lastError,
    },
  ]
}

function serverRows(heard: Heard): Row[] {
  if (heard === 'asking') return [{ label: 'Campaign', tone: 'plain', texts: ['Asking the server…'] }]
  if (heard === 'unreached') return [{ label: 'Campaign', tone: 'bad', texts: [unreached] }]
  if ('code' in heard) return [{ label: 'Campaign', tone: 'bad', texts: [textOfRefusal(heard)] }]
  const [statusTone, statusText] = statuses[heard.status]
  const [pageTone, pageText] = pages[heard.page]
  const thanks = heard.is_thank_you ? ['A view of this page counts as an order.'] : []
  return [
    { label: 'Campaign', tone: statusTone, texts: [statusText], foreign: heard.campaign },
    { label: 'This page', tone: pageTone, texts: [pageText, ...thanks] },
    {
      label: 'This browser',
      tone: heard.held ? 'warn' : 'ok',
      texts: [heard.held ? holds[heard.held] : 'Nothing holds its hits back.'],
    },
  ]
}

const unreached =
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
  const [tone, said] = outcomes[outcome]
  return {
    tone,
    kind: kinds[kind] ?? kind,
    what: [detail, path].filter(Boolean).join(' · '),
    outcome: outcome === 'sending' && tries > 1 ? 'Another try' : said,
    message,
  }
}
