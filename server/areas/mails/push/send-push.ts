import { z } from 'zod'
import type { Language } from '#contract/core/language.ts'
import { machineTime } from '#server/platform/clock.ts'
import { encryptPush, pushAuthorization, pushServerKey } from '#server/platform/crypto/web-push.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { guardedFetch } from '#server/platform/guarded-fetch.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { addJobs, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { forgetSubscription, isPushService, openSubscription, readSubscriptions } from './subscriptions.ts'

const name = 'send-push'
const sealContext = 'job.send-push'

/** What a notice shows: no more than the subject of the mail in whose place it comes. */
interface Notice {
  title: string
  /** Who sends it: the brand's name and address. */
  from: { name: string; address: string }
  language: Language
  url: string | null
}

/** The server's key pair: the same as long as the master key is, so that browsers stay subscribed. */
export const serverKeyOf = ({ secrets }: Pick<Platform, 'secrets'>) =>
  pushServerKey((attempt) => secrets.keyedHash(`push server key ${attempt}`))

/** Whether somebody listens: then each of their browsers gets the notice after the commit. In the operator's scope. */
export async function queuePush(
  tx: Tx,
  platform: Platform,
  { rootId, userId }: { rootId: string; userId: string },
  notice: Notice,
): Promise<boolean> {
  const subscriptions = await readSubscriptions(tx, rootId, userId)
  if (subscriptions.length === 0) return false
  const sealedNotice = platform.secrets.seal(JSON.stringify(notice), sealContext)
  await addJobs(
    tx,
    name,
    subscriptions.map(({ agencyId, id }) => ({ rootId, agencyId, id, sealed: sealedNotice })),
  )
  return true
}

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), id: z.uuid(), sealed: z.string() })
const day_s = 86_400
/** These say that the browser no longer listens, or that it listens to another key: that of an earlier master key. */
const goneStatuses: readonly number[] = [401, 403, 404, 410]

/** One browser each, so that a silent push service delays nobody else. */
export const sendPushJob: Job = {
  name,
  lane: 'outside',
  async run(platform, input) {
    const { rootId, agencyId, id, sealed } = payload.parse(input)
    const scope = { kind: 'root', rootId } as const
    const subscription = await inScope(platform.appPool, scope, (tx) => openSubscription(tx, platform, agencyId, id))
    if (!subscription || !isPushService(platform.config, subscription.endpoint)) return
    const notice = JSON.parse(platform.secrets.open(sealed, sealContext)) as Notice
    const { endpoint } = subscription
    const { status } = await guardedFetch(platform.config, {
      url: endpoint,
      method: 'POST',
      headers: {
        ttl: String(day_s),
        urgency: 'normal',
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        authorization: pushAuthorization(serverKeyOf(platform), {
          audience: new URL(endpoint).origin,
          subject: `mailto:${notice.from.address}`,
          expires_s: Math.floor(machineTime(platform.clock) / 1_000) + day_s / 2,
        }),
      },
      body: encryptPush(subscription, JSON.stringify(messageOf(notice))),
      maxBytes: 0,
    })
    if (goneStatuses.includes(status))
      await inScope(platform.appPool, scope, (tx) => forgetSubscription(tx, agencyId, id))
    else if (status === 429 || status >= 500) throw new Error(`a push service answered ${status}`)
    else if (status >= 400) platform.log.warn({ status, subscription: id }, 'a push service refused a notice')
  },
}

/** The form that browsers show by themselves where they can (declarative web push); others give it to the service worker. */
const messageOf = ({ title, from, language, url }: Notice) => ({
  web_push: 8030,
  notification: {
    title: title.slice(0, 200),
    body: from.name.slice(0, 100),
    navigate: url ?? '',
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    tag: uuidOf(['notice', title, url ?? '']),
  },
})
