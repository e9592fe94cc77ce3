import { z } from 'zod'
import {
  emailsIn,
  startStandIn,
  type DemoStandIn,
  type ReceivedRequest,
  type StandIn,
  type StubResponse,
} from '../stand-in.ts'

export interface SlackStandIn extends StandIn {
  /** The address of the channel's webhook. */
  webhook: string
  /** The messages in the channel, as text. */
  messages: string[]
  /** The webhook is removed, as when the app is uninstalled. */
  remove(isRemoved: boolean): void
}

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() })
const markdown = z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3_000) })
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z
    .strictObject({
      type: z.literal('section'),
      text: z.union([plainText(3_000), markdown]).optional(),
      fields: z
        .array(z.union([plainText(2_000), markdown]))
        .min(1)
        .max(10)
        .optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined),
])
const message = z.strictObject({ text: z.string().optional(), blocks: z.array(block).max(50).optional() })

const path = '/services/T0DEMO/B0DEMO/demoSecret24'
const answerWith = (status: number, body: string): StubResponse => ({
  status,
  body,
  headers: { 'content-type': 'text/html' },
})

/** Slack's incoming webhooks: plain text answers, Block Kit's limits, one message a second with short bursts. */
export async function startSlack(now: () => number, options: { port?: number } = {}): Promise<SlackStandIn> {
  const messages: string[] = []
  let isRemoved = false
  let window = { start: 0, count: 0 }
  const standIn = await startStandIn((request) => {
    const start = Math.floor(now() / 1_000)
    window = window.start === start ? { start, count: window.count + 1 } : { start, count: 1 }
    if (window.count > 3) return { ...answerWith(429, 'rate_limited'), headers: { 'retry-after': '1' } }
    return isRemoved ? answerWith(404, 'no_service') : post(messages, request)
  }, options)
  return Object.assign(standIn, {
    webhook: `${standIn.url}${path}`,
    messages,
    remove: (removed: boolean) => void (isRemoved = removed),
  })
}

function post(messages: string[], { method, url, headers, json, text }: ReceivedRequest): StubResponse {
  if (method !== 'POST' || url.pathname !== path) return answerWith(403, 'invalid_token')
  if (!headers['content-type']?.startsWith('application/json') || json === null)
    return answerWith(400, 'invalid_payload')
  const reading = message.safeParse(json)
  if (!reading.success) return answerWith(400, 'invalid_blocks')
  if (!reading.data.text && !reading.data.blocks) return answerWith(400, 'no_text')
  messages.push(text)
  return answerWith(200, 'ok')
}

declare module '../stand-in.ts' {
  interface StandIns {
    slack: SlackStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<SlackStandIn>> {
  const standIn = await startSlack(now)
  return {
    standIn,
    settings: {},
    paste: { webhook_url: standIn.webhook },
    held: () => emailsIn(standIn.messages),
  }
}
