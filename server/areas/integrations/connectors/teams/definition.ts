import { z } from 'zod'
import type { Answer } from '../connector.ts'
import type { ChannelMessage } from '../channel-message.ts'
import { anyReader, leadMessage, previewMessage } from '../lead-message.ts'
import { namedHost } from '../named-host.ts'
import { readStatus } from '../read-status.ts'
import { ServiceFailed, type Service, type ServiceAnswer, type Session } from '../service.ts'

/** Where workflows listen, today and before. The retired Office 365 connectors (`webhook.office.com`) are refused. */
const hosts = ['.environment.api.powerplatform.com', '.logic.azure.com']

const failure = z.object({ error: z.object({ code: z.string() }) })
/** The workflow only takes calls from inside the organization. */
const closedTrigger = 'DirectApiAuthorizationRequired'

/** A run of text is never read as Markdown, unlike a text block. */
const run = (text: string, look: object = {}): object => ({ type: 'TextRun', text, ...look })

/** Microsoft's Adaptive Card 1.5. A workflow posts it; `attachments` is what its template loops over. */
function bodyOf({ title, facts, link, isRightToLeft }: ChannelMessage): object {
  const block = (...inlines: object[]): object => ({ type: 'RichTextBlock', inlines })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.5',
          msteams: { width: 'Full' },
          ...(isRightToLeft && { rtl: true }),
          body: [
            block(run(title, { weight: 'Bolder', size: 'Medium' })),
            ...facts.map(({ label, value }) => block(run(`${label}: `, { isSubtle: true }), run(value))),
          ],
          ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
        },
      },
    ],
  }
}

/** A Teams workflow that posts a card for each lead. The signature in its URL is the secret. */
export const definition: Service = {
  headersOf: () => ({}),
  pace: { count: 1, perSeconds: 1, of: 'connection' },
  batch: 1,
  isRead: true,
  readFailure,
  async findAccount({ config, credential }) {
    // Nothing is sent: people would read it.
    const { host, pathname, searchParams } = namedHost(config, credential['webhook_url'] ?? '', hosts, 'token_expired')
    const signature = searchParams.get('sig') ?? ''
    if (!pathname.includes('/triggers/') || signature === '' || !searchParams.has('api-version'))
      throw new ServiceFailed({ delivered: false, cause: 'token_expired' })
    return { account: `${host}/•••• ${signature.slice(-4)}` }
  },
  preview: previewMessage,
  post,
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead, reader = anyReader } of leads)
      answers.push(await post(session, await leadMessage(lead, details, reader)))
    return answers
  },
  // A workflow can only post.
  takeBack: async () => 'manual',
}

async function post(session: Session, message: ChannelMessage): Promise<Answer> {
  const url = session.credential['webhook_url'] ?? ''
  const { status } = await session.request({ method: 'POST', url, json: bodyOf(message) })
  // The workflow is only started: whether it posts the card is in its own history.
  return { delivered: true, cause: status === 202 ? 'accepted' : null, httpStatus: status }
}

/** A workflow that was deleted or turned off, or whose owner left, is unknown. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  const code = failure.safeParse(answer.json).data?.error.code
  if (code === closedTrigger) return { ...usual, cause: 'no_permission' }
  return usual.cause === 'list_deleted' || usual.cause === 'no_permission'
    ? { ...usual, cause: 'token_expired' }
    : usual
}
