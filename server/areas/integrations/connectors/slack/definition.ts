import type { Cause } from '#contract/integrations/causes.ts'
import type { Answer } from '../connector.ts'
import type { ChannelMessage } from '../channel-message.ts'
import { anyReader, leadMessage, previewMessage } from '../lead-message.ts'
import { namedHost } from '../named-host.ts'
import { readStatus } from '../read-status.ts'
import { ServiceFailed, type Service, type ServiceAnswer, type Session } from '../service.ts'

const hosts = ['hooks.slack.com', 'hooks.slack-gov.com']

/** Slack answers with a word of plain text; the status next to it differs by age of the webhook. */
const causes: Readonly<Record<string, Cause>> = {
  no_service: 'token_expired',
  no_service_id: 'token_expired',
  no_active_hooks: 'token_expired',
  no_team: 'token_expired',
  team_disabled: 'token_expired',
  invalid_token: 'token_expired',
  channel_not_found: 'list_deleted',
  channel_is_archived: 'list_deleted',
  action_prohibited: 'no_permission',
  posting_to_general_channel_denied: 'no_permission',
  invalid_payload: 'rejected',
  invalid_blocks: 'rejected',
  no_text: 'rejected',
  user_not_found: 'rejected',
  too_many_attachments: 'rejected',
}

/** The three signs that have a meaning in Slack's text; with them go mentions, links and formatting. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const plain = (text: string): object => ({ type: 'plain_text', text, emoji: false })
const longestHeader = 150
/** A section has at most ten texts. */
const factsInSection = 10

/** The longest texts that Slack takes are above what `leadMessage` returns, besides the header's. */
function bodyOf({ title, facts, link }: ChannelMessage): object {
  const sections: object[] = []
  for (let at = 0; at < facts.length; at += factsInSection) {
    const some = facts.slice(at, at + factsInSection)
    sections.push({ type: 'section', fields: some.map(({ label, value }) => plain(`${label}: ${value}`)) })
  }
  return {
    text: escapeText(title),
    blocks: [
      { type: 'header', text: plain(title.slice(0, longestHeader)) },
      ...sections,
      // A button would send its click to an app, which an incoming webhook doesn't have.
      ...(link
        ? [{ type: 'section', text: { type: 'mrkdwn', text: `<${escapeText(link.url)}|${escapeText(link.label)}>` } }]
        : []),
    ],
  }
}

/** Slack's incoming webhooks: a message in one channel for each lead. The URL is the secret. */
export const definition: Service = {
  headersOf: () => ({}),
  // One message a second for each channel.
  pace: { count: 1, perSeconds: 1, of: 'connection' },
  batch: 1,
  isRead: true,
  readFailure,
  async findAccount({ config, credential }) {
    // Nothing is sent: people would read it.
    const { host, pathname } = namedHost(config, credential['webhook_url'] ?? '', hosts, 'token_expired')
    const [, part, team, app, secret] = pathname.split('/')
    if (part !== 'services' || !team || !app || !secret)
      throw new ServiceFailed({ delivered: false, cause: 'token_expired' })
    return { account: `${host}/•••• ${secret.slice(-4)}` }
  },
  preview: previewMessage,
  post,
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead, reader = anyReader } of leads)
      answers.push(await post(session, await leadMessage(lead, details, reader)))
    return answers
  },
  // A webhook can only post.
  takeBack: async () => 'manual',
}

async function post(session: Session, message: ChannelMessage): Promise<Answer> {
  const json = bodyOf(message)
  const answer = await session.request({ method: 'POST', url: session.credential['webhook_url'] ?? '', json })
  if (answer.text.trim() === 'ok') return { delivered: true, cause: null, httpStatus: answer.status }
  throw new ServiceFailed(readFailure(answer, session.now_ms()))
}

/** The word decides; a success without its `ok` was none. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const cause = causes[answer.text.trim()]
  if (cause) return { delivered: false, cause, httpStatus: answer.status, final: cause === 'rejected' }
  if (answer.status < 300) return { delivered: false, cause: 'service_error', httpStatus: answer.status }
  const usual = readStatus(answer, now_ms)
  // Without a known word, a missing or forbidden webhook is one that was revoked.
  return usual.cause === 'list_deleted' || usual.cause === 'no_permission'
    ? { ...usual, cause: 'token_expired' }
    : usual
}
