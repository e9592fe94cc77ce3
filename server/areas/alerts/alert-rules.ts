import {
  alertKinds,
  channelKinds,
  thresholdOf,
  type AlertKind,
  type ChannelKind,
  type readAlertRules,
  type saveAlertRule,
} from '#contract/alerts/alert-rules.ts'
import { readChannels } from '#server/areas/integrations/connections/post-message.ts'
import type { Caller } from '#server/platform/call.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface StoredRule {
  kind: AlertKind
  is_on: boolean
  threshold: number | null
  posts_to: ChannelKind[]
}

/** The caller's company: an agency, or one of its clients. */
const ownerOf = ({ rootId, agencyId, clientId }: Caller) => ({ rootId, agencyId: agencyId!, clientId })

export const handleReadAlertRules: Handler<typeof readAlertRules> = async (_input, call) => {
  const owner = ownerOf(call.caller)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<StoredRule>(
      'select kind, is_on, threshold, posts_to from alert_rule where agency_id = $1 and company_id = $2',
      [owner.agencyId, owner.clientId ?? owner.agencyId],
    )
    const rowOf = new Map(rows.map((row) => [row.kind, row]))
    const channels = await readChannels(tx, owner, channelKinds)
    return {
      data: {
        rules: alertKinds.map((kind) => {
          const { is_on, threshold, posts_to } = rowOf.get(kind) ?? { is_on: false, threshold: null, posts_to: [] }
          return { kind, is_on, threshold: threshold ?? thresholdOf(kind)?.usual ?? null, posts_to }
        }),
        channels: channels.map(({ kind, account }) => ({ integration_slug: kind, account })),
      },
    }
  })
}

export const handleSaveAlertRule: Handler<typeof saveAlertRule> = async ({ body }, call) => {
  const { kind, is_on, threshold } = body
  const limits = thresholdOf(kind)
  if (limits ? threshold === null || threshold < limits.min || threshold > limits.max : threshold !== null)
    throw invalid('threshold', 'This is out of the range of the alert.')
  const owner = ownerOf(call.caller)
  const postsTo = [...new Set(body.posts_to)]
  await call.inScope(async (tx) => {
    const channels = await readChannels(tx, owner, channelKinds)
    if (!postsTo.every((slug) => channels.some((channel) => channel.kind === slug)))
      throw invalid('posts_to', 'Connect this service first.')
    await tx.query(
      `insert into alert_rule (agency_id, company_id, kind, root_id, client_id, is_on, threshold, posts_to)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (agency_id, company_id, kind) do update
          set is_on = excluded.is_on, threshold = excluded.threshold, posts_to = excluded.posts_to`,
      [owner.agencyId, owner.clientId ?? owner.agencyId, kind, owner.rootId, owner.clientId, is_on, threshold, postsTo],
    )
  })
  return { result: 'success', message: 'The alert has been saved.' }
}
