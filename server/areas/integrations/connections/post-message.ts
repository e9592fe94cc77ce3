import { z } from 'zod'
import type { ServiceSlug } from '#contract/integrations/services.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { ChannelMessage } from '../connectors/channel-message.ts'
import { ServiceFailed } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import { companyOf, readConnection, type Owner } from './connection-row.ts'
import { openSession } from './open-session.ts'

/** A company's connected accounts of these kinds. */
export async function readChannels<Kind extends ServiceSlug>(
  tx: Tx,
  owner: Owner,
  kinds: readonly Kind[],
): Promise<{ id: string; kind: Kind; account: string }[]> {
  const { rows } = await tx.query<{ id: string; kind: Kind; account: string }>(
    `select id, kind, account from connection
      where agency_id = $1 and company_id = $2 and kind = any($3::text[]) and status = 'connected' order by kind`,
    [owner.agencyId, companyOf(owner), kinds],
  )
  return rows
}

const timeout_ms = 10_000
const payload = z.object({
  rootId: z.uuid(),
  agencyId: z.uuid(),
  id: z.uuid(),
  message: z.object({
    title: z.string(),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    link: z.object({ label: z.string(), url: z.string() }).optional(),
    isRightToLeft: z.boolean(),
  }),
})

/** Posts a message to an account's channel once the transaction has been committed. */
export async function queuePost(
  tx: Tx,
  account: { rootId: string; agencyId: string; id: string },
  message: ChannelMessage,
): Promise<void> {
  await addJob(tx, postMessageJob.name, { ...account, message }, { queue: `post-message ${account.id}` })
}

/** Repeated until the service takes it; given up if it never will, or if the account is no longer connected. */
export const postMessageJob: Job = {
  name: 'post-message',
  async run(platform, input) {
    const { rootId, agencyId, id, message } = payload.parse(input)
    const connection = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
      readConnection(tx, agencyId, id),
    )
    const post = connection && serviceOf(connection.kind).post
    if (!post) return
    try {
      await post(await openSession(platform, { rootId, agencyId, id }, timeout_ms), { ...message, link: message.link })
    } catch (error) {
      if (!(error instanceof ServiceFailed)) throw error
      const { cause, final } = error.answer
      if (!final && cause !== 'token_expired' && cause !== 'disconnected' && cause !== 'list_deleted') throw error
      platform.log.warn({ code: cause, connection: id }, 'an alert was rejected by a service and is not repeated')
    }
  },
}
