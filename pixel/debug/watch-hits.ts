import type { CollectBody } from '#contract/tracking/collect-body.ts'

type Outcome = 'sending' | 'stored' | 'refused' | 'unreached'

/** A hit that the pixel sent, with its outcome; it contains nothing about the visitor. */
export type WatchedHit = {
  kind: string
  /** The event's name, or the privacy signal that was counted. */
  detail: string
  path: string
  outcome: Outcome
  /** The server's error message. */
  message: string
  tries: number
}

export type Watch = { hits: WatchedHit[]; lastError: string }

/** Only the newest hits are shown. */
const maxHits = 20

/** Observes the hits that the pixel of a key sends, without changing requests or responses. */
export function watchHits(key: string, collectUrl: string): Watch {
  const watch: Watch = { hits: [], lastError: '' }
  const byId = new Map<string, WatchedHit>()
  const note = (text: unknown): WatchedHit | undefined => {
    const body = bodyOf(text)
    if (!body || body.k !== key) return undefined
    const id = 'i' in body ? body.i : ''
    const hit = byId.get(id) ?? hitOf(body)
    hit.tries++
    hit.outcome = 'sending'
    if (!watch.hits.includes(hit)) watch.hits = [hit, ...watch.hits].slice(0, maxHits)
    if (id) byId.set(id, hit)
    return hit
  }
  for (const realm of realms()) {
    const fetchOnward = realm.fetch
    realm.fetch = (...call: Parameters<typeof fetch>) => {
      const answer = fetchOnward.apply(realm, call)
      const hit = call[0] === collectUrl ? note(call[1]?.body) : undefined
      if (hit) void settle(watch, hit, answer)
      return answer
    }
  }
  return watch
}

/** Where pixels send from: the page, or the empty frames of those that found its functions replaced (`realm.ts`). */
const realms = (): Window[] => [
  window,
  ...[...document.head.querySelectorAll('iframe')].flatMap(({ contentWindow }) => contentWindow ?? []),
]

async function settle(watch: Watch, hit: WatchedHit, answer: Promise<Response>): Promise<void> {
  try {
    const response = await answer
    hit.outcome = response.ok ? 'stored' : 'refused'
    if (!response.ok) watch.lastError = hit.message = await messageOf(response.clone())
  } catch (error) {
    hit.outcome = 'unreached'
    watch.lastError = hit.message = String(error instanceof Error ? error.message : error)
  }
}

async function messageOf(response: Response): Promise<string> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown }
  return typeof message === 'string' ? message : String(response.status)
}

function bodyOf(text: unknown): CollectBody | undefined {
  try {
    return JSON.parse(String(text)) as CollectBody
  } catch {
    return undefined
  }
}

function hitOf(body: CollectBody): WatchedHit {
  const fresh = { outcome: 'sending' as const, message: '', tries: 0 }
  if ('p' in body) return { ...fresh, kind: 'counted', detail: body.p, path: location.pathname }
  return { ...fresh, kind: body.t, detail: body.n ?? '', path: body.u.replace(/^https?:\/\/[^/?#]*/, '') || '/' }
}
