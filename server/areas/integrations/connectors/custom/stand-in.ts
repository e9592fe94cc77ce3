import { z } from 'zod'
import { startStandIn, type DemoStandIn, type StandIn } from '../stand-in.ts'

const message = z.looseObject({ type: z.string(), id: z.string() })

/** A company's own server: requires its key in a header and deduplicates by message id. */
export interface OwnServerStandIn extends StandIn {
  /** The expected value of the `x-api-key` header. */
  key: string
  /** Stored leads, by the lead's id. */
  leads: Map<string, Record<string, unknown>>
  /** Ids of processed messages: a repeat changes nothing. */
  seen: Set<string>
}

export async function startOwnServer(key: string): Promise<OwnServerStandIn> {
  const leads = new Map<string, Record<string, unknown>>()
  const ids = new Set<string>()
  const server: StandIn = await startStandIn(({ headers, json }) => {
    if (headers['x-api-key'] !== standIn.key) return { status: 401, body: { error: 'unknown key' } }
    const body = message.safeParse(json)
    const id = headers['webhook-id']
    if (!body.success || typeof id !== 'string') return { status: 400, body: { error: 'no message' } }
    if (ids.has(id)) return { status: 200, body: { repeated: true } }
    ids.add(id)
    if (body.data.type === 'lead.deleted') leads.delete(body.data.id)
    else leads.set(body.data.id, body.data)
    return { status: 200, body: { accepted: true } }
  })
  const standIn: OwnServerStandIn = { ...server, key, leads, seen: ids }
  return standIn
}

declare module '../stand-in.ts' {
  interface StandIns {
    custom: OwnServerStandIn
  }
}

export async function startDemo(): Promise<DemoStandIn<OwnServerStandIn>> {
  const standIn = await startOwnServer('demo-own-key')
  return {
    standIn,
    settings: {},
    paste: { url: `${standIn.url}/leads`, header: 'X-Api-Key', value: standIn.key },
    held: () => [...standIn.leads.values()].flatMap(({ email }) => (typeof email === 'string' ? [email] : [])),
  }
}
