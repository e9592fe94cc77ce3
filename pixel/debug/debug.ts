import type { DebugAnswer, DebugQuestion, DebugRefusal } from '#contract/tracking/debug-link.ts'
import { pageAddress } from '../address.ts'
import { describe, describeHit, isOver, type ServerState } from './describe.ts'
import { forgetToken, takeToken } from './link.ts'
import type { PartElement } from '../load.ts'
import { openPanel } from './panel.ts'
import { asksNotToBeTracked, readConsent } from './read-browser.ts'
import { watchHits } from './watch-hits.ts'

/** How often the page is checked, and how long to wait before retrying a busy server. */
const look_ms = 500
const again_ms = 15_000

const script = document.currentScript as PartElement
const collectUrl = script.src.replace(/-debug\.js.*/, '')

function start(token: string): void {
  const [key = '', end = '', language = 'en'] = token.split('.')
  const endsAt_ms = Number.parseInt(end, 36)
  const asker = createAsker(token, endsAt_ms)
  const watch = watchHits(key, collectUrl)
  const stop = (): void => {
    clearInterval(timer)
    forgetToken()
  }
  const panel = openPanel({ host: new URL(script.src).host, language, onEnd: stop })
  const look = (): void => {
    const heard = asker.hear()
    const facts = { key, heard, consent: readConsent(script.r), asksNotToBeTracked: asksNotToBeTracked(), watch }
    const hits = isOver(heard) ? [] : watch.hits.map(describeHit)
    panel.show(describe(facts), hits, minutes(asker.left_ms()))
    if (isOver(heard)) stop()
  }
  const timer = setInterval(look, look_ms)
  look()
}

const minutes = (left_ms: number): string => {
  const left_s = Math.max(0, Math.ceil(left_ms / 1000))
  return `${Math.floor(left_s / 60)}:${String(left_s % 60).padStart(2, '0')}`
}

type Asker = {
  /** The server's answer for the current page. Requests it for each page, and once more when the link expires. */
  hear(): ServerState
  /** The link's remaining time by the server's clock, as far as it is known. */
  left_ms(): number
}

function createAsker(token: string, endsAt_ms: number): Asker {
  let requestedPage = ''
  let heard: ServerState = 'asking'
  let ahead_ms = 0
  const left_ms = (): number => endsAt_ms - Date.now() - ahead_ms
  const ask = async (page: string, name: string): Promise<void> => {
    heard = 'asking'
    const reply = await question({ t: token, u: page })
    if (requestedPage !== name) return
    heard = reply
    if (typeof reply === 'object' && 'now' in reply) ahead_ms = reply.now - Date.now()
    const waits = reply === 'unreached' || ('code' in reply && reply.code === 'too_many')
    if (waits) setTimeout(() => requestedPage === name && (requestedPage = ''), again_ms)
  }
  return {
    hear() {
      const page = pageAddress()
      const name = `${page} ${left_ms() < 0}`
      if (name !== requestedPage) void ask(page, (requestedPage = name))
      return heard
    },
    left_ms,
  }
}

const fetchOnward = window.fetch.bind(window)

async function question(body: DebugQuestion): Promise<Exclude<ServerState, 'asking'>> {
  try {
    const answer = await fetchOnward(`${collectUrl}-debug`, {
      method: 'POST',
      body: JSON.stringify(body),
      credentials: 'omit',
      referrerPolicy: 'origin',
    })
    return (await answer.json()) as DebugAnswer | DebugRefusal
  } catch {
    return 'unreached'
  }
}

// A page may contain a pixel's script more than once, and each copy loads the debugger.
const debuggedWindow = window as { lidDebugger?: boolean }
const token = takeToken()
if (token && !debuggedWindow.lidDebugger) {
  debuggedWindow.lidDebugger = true
  start(token)
}
