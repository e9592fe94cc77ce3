import { z } from 'zod'
import {
  emailsIn,
  startStandIn,
  type DemoStandIn,
  type ReceivedRequest,
  type StandIn,
  type StubResponse,
} from '../stand-in.ts'

export interface TeamsStandIn extends StandIn {
  /** The address of the workflow. */
  webhook: string
  /** The cards in the channel, as text. */
  messages: string[]
  /** The workflow is turned off, or its owner has left. */
  turnOff(isOff: boolean): void
}

/** What Microsoft's schema of Adaptive Cards 1.5 says about the elements that we use. */
const textRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string(),
  weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
  size: z.enum(['Default', 'Small', 'Medium', 'Large', 'ExtraLarge']).optional(),
  isSubtle: z.boolean().optional(),
})
const card = z.strictObject({
  $schema: z.url(),
  type: z.literal('AdaptiveCard'),
  version: z.literal('1.5'),
  msteams: z.strictObject({ width: z.literal('Full') }).optional(),
  rtl: z.boolean().optional(),
  body: z.array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(textRun).min(1) })).min(1),
  actions: z
    .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().optional(), url: z.url() }))
    .optional(),
})
const message = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: card,
      }),
    )
    .min(1),
})

const largestCard = 28 * 1024
const path = '/powerautomate/automations/direct/workflows/demo/triggers/manual/paths/invoke'
const refuse = (status: number, code: string): StubResponse => ({ status, body: { error: { code, message: code } } })

/** A Teams workflow: started by a signed URL, answers 202 before it posts. */
export async function startTeams(options: { port?: number } = {}): Promise<TeamsStandIn> {
  const messages: string[] = []
  let isOff = false
  const standIn = await startStandIn(
    (request) => (isOff ? refuse(404, 'WorkflowNotFound') : post(messages, request)),
    options,
  )
  return Object.assign(standIn, {
    webhook: `${standIn.url}${path}?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=demo-signature`,
    messages,
    turnOff: (off: boolean) => void (isOff = off),
  })
}

function post(messages: string[], { method, url, json, text }: ReceivedRequest): StubResponse {
  if (method !== 'POST' || url.pathname !== path) return refuse(404, 'WorkflowNotFound')
  if (!url.searchParams.has('api-version')) return refuse(400, 'MissingApiVersionParameter')
  if (url.searchParams.get('sig') !== 'demo-signature') return refuse(401, 'AuthorizationFailed')
  // A real workflow takes a wrong card, too, and fails later, unseen: here it is refused.
  if (!message.safeParse(json).success || text.length > largestCard) return refuse(400, 'TriggerInputSchemaMismatch')
  messages.push(text)
  return { status: 202 }
}

declare module '../stand-in.ts' {
  interface StandIns {
    teams: TeamsStandIn
  }
}

export async function startDemo(): Promise<DemoStandIn<TeamsStandIn>> {
  const standIn = await startTeams()
  return {
    standIn,
    settings: {},
    paste: { webhook_url: standIn.webhook },
    held: () => emailsIn(standIn.messages),
  }
}
