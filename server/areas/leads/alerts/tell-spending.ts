import { findHostOf, readPageLinks, settleEachAgency, type AgencyPlace } from '#server/areas/branding/public.ts'
import { queueMail, type Receiver } from '#server/areas/sign-in/public.ts'
import { readClientReceivers, readNoticeReceivers, readOperators } from '#server/areas/tenants/public.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { judgeAlert, nothingTold, type Told } from './judge-alert.ts'
import { readAlerts, type AlertState } from './read-alerts.ts'
import { wordAlert } from './word-alert.ts'

const companyPages = { agency: '/configuration/agency-list', client: '/configuration/client-management' } as const

/**
 * Tells whoever set a cap, or asked to be told of an amount, that the month's leads have cost so much (decision 120): each share
 * once a month. The resolver knows nothing of it. What was told is kept with the mail, so that a run which ends early is gone on
 * with by the next one, and an agency that cannot be told holds up no other.
 */
export const tellSpendingJob: Job = {
  name: 'tell-spending',
  everyMinutes: 5,
  run: (platform) =>
    settleEachAgency(platform, 'told of its spending', findAgencies, (agency) => tellOfAgency(platform, agency)),
}

/** Those with a cap or an amount to be told of. */
async function findAgencies(tx: Tx, rootId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select agency_id as id from campaign
      where root_id = $1 and removed_at is null and (month_cap_cents is not null or alert_cents is not null)
     union
     select agency_id from money_cap where root_id = $1`,
    [rootId],
  )
  return rows.map(({ id }) => id)
}

async function tellOfAgency(platform: Platform, { rootId, agencyId }: AgencyPlace): Promise<void> {
  const own = { kind: 'agency', rootId, agencyId } as const
  const now = dateOf(platform.clock.now())
  const alerts = await inScope(platform.appPool, own, (tx) => readAlerts(tx, agencyId, now), { readOnly: true })
  await settleEach(platform, 'an alert of spending could not be told', alerts.filter(hasNews), (alert) => {
    // Whom of the operator to tell is nothing that an agency sees.
    const scope: Scope = alert.of === 'agency' ? { kind: 'root', rootId } : own
    return inScope(platform.appPool, scope, (tx) => tell(platform, tx, rootId, alert, now))
  })
}

/** Whether there is something to tell, or to keep of what was told: what was spent since matters only where a share was. */
function hasNews(alert: AlertState): boolean {
  const before = alert.before ?? nothingTold
  const { due, after } = judgeAlert(alert, alert, before)
  if (due !== null || after.told.join() !== before.told.join()) return true
  return before.told.length > 0 && (after.seen_e4 !== before.seen_e4 || after.cap_cents !== before.cap_cents)
}

/** Says it once: two who do this at the same moment wait for each other at its row, and judge by what the other left. */
async function tell(platform: Platform, tx: Tx, rootId: string, found: AlertState, now: Date): Promise<void> {
  const key = [found.agencyId, found.id, found.month]
  const { rows } = await tx.query<Told>(
    `insert into spend_notice (agency_id, of_id, month, root_id, client_id, told, seen_e4)
     values ($1, $2, $3, $4, $5, '{}', 0)
     on conflict (agency_id, of_id, month) do update set seen_e4 = spend_notice.seen_e4
     returning told, seen_e4, cap_cents`,
    [...key, rootId, found.clientId],
  )
  const [alert] = await readAlerts(tx, found.agencyId, now, found.id)
  if (!alert || alert.month !== found.month) return
  const { due, after } = judgeAlert(alert, alert, rows[0]!)
  await tx.query(
    `update spend_notice set told = $4, seen_e4 = $5, cap_cents = $6, told_at = case when $7 then $8 else told_at end
      where agency_id = $1 and of_id = $2 and month = $3`,
    [...key, after.told, after.seen_e4, after.cap_cents, due !== null, now],
  )
  if (due !== null) await mail(platform, tx, rootId, alert, due)
}

/** To whoever set it, and to the payer where that was asked for; an agency's cap is the operator's to tell of. */
async function mail(platform: Platform, tx: Tx, rootId: string, alert: AlertState, due: number): Promise<void> {
  const { agencyId, clientId, notifyUserIds } = alert
  const sellers = clientId === null ? readOperators(tx, rootId) : readNoticeReceivers(tx, agencyId, notifyUserIds)
  const send = async (to: readonly Pick<Receiver, 'email' | 'language'>[], url: string | null): Promise<void> => {
    for (const { email, language } of to)
      await queueMail(tx, platform, {
        to: { rootId, agencyId: clientId === null ? null : agencyId, email, language },
        write: wordAlert(alert, due, url),
      })
  }
  await send(await sellers, await findPage(platform, tx, rootId, alert, false))
  if (!alert.tellsPayer) return
  const payers = clientId === null ? readNoticeReceivers(tx, agencyId) : readClientReceivers(tx, agencyId, clientId)
  await send(await payers, await findPage(platform, tx, rootId, alert, true))
}

/** Where the cap is shown: a campaign's page, the company's, or for the payer the one of its cards. */
async function findPage(
  platform: Platform,
  tx: Tx,
  rootId: string,
  { of, id, agencyId, module }: AlertState,
  isPayer: boolean,
): Promise<string | null> {
  if (module !== null) {
    const links = await readPageLinks(tx, platform.config, rootId, [agencyId])
    return links.get(agencyId)?.(module, `/campaign-management/${id}`) ?? null
  }
  const host = await findHostOf(tx, of === 'agency' && !isPayer ? rootId : agencyId)
  const path = isPayer ? '/user/card-setting' : `${companyPages[of === 'agency' ? 'agency' : 'client']}/${id}`
  return host && pageAddress(platform.config, host, path)
}
