import type { Cause } from '#contract/integrations/causes.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { composeFor } from '#server/areas/mails/compose-for.ts'
import { mailEach } from '#server/areas/mails/mail-each.ts'
import { mailQueueOf } from '#server/areas/mails/mail-queue.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import { readLanguage } from '#server/areas/tenants/read-addresses.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import { isSettled } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { z } from 'zod'
import { clearSheet, readHeader, readIds, readTabs, sheetState, type Sheet } from '../connectors/googlesheets/sheet.ts'
import { ServiceFailed } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import type { CampaignPath } from '../deliveries/book.ts'
import { whileHeld } from '../deliveries/hold-destination.ts'
import { refillSheet } from '../deliveries/refill-sheet.ts'
import { resetFailures } from './change-destination.ts'
import { findConnection, openCredential, type Owner } from './connection-row.ts'
import { readRecipients } from './save-state.ts'
import { openSession, sessionWith } from './open-session.ts'
import { disconnect, patience_ms } from './save-integration.ts'
import { sheetLinkText } from './sheet-link-words.ts'

const kind = 'googlesheets'

interface SheetDestination {
  id: string
  connection_id: string
  state: Record<string, unknown>
}

/** The campaign's sheet destination; null if it has none. */
async function findSheet(tx: Tx, { agencyId, campaignId }: CampaignPath): Promise<SheetDestination | null> {
  const { rows } = await tx.query<SheetDestination>(
    `select id, connection_id, state from destination
     where agency_id = $1 and campaign_id = $2 and kind = '${kind}' and removed_at is null`,
    [agencyId, campaignId],
  )
  return rows[0] ?? null
}

export interface SheetCheck {
  status: 'none' | 'ok' | 'problem'
  url: string | null
  rows: number
  cause: Cause | null
}

/** Checks that the sheet exists and is writable, and counts its leads. */
export async function checkSheet(call: SignedInCall, campaign: CampaignPath): Promise<SheetCheck> {
  const destination = await call.inScope((tx) => findSheet(tx, campaign))
  const state = sheetState.safeParse(destination?.state)
  if (!destination) return { status: 'none', url: null, rows: 0, cause: null }
  try {
    const session = await openSession(call.platform, { ...campaign, id: destination.connection_id }, patience_ms)
    // The first lead creates it.
    if (!state.success) return { status: 'ok', url: null, rows: 0, cause: null }
    const sheet = await currentTab(session, state.data)
    const columnOf = await readHeader(session, sheet)
    const ids = await readIds(session, sheet, columnOf.get('id')!)
    return { status: 'ok', url: sheet.url, rows: ids.size, cause: null }
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    return { status: 'problem', url: state.success ? state.data.url : null, rows: 0, cause: error.answer.cause }
  }
}

async function currentTab(session: Parameters<typeof readTabs>[0], sheet: Sheet): Promise<Sheet> {
  const tabs = await readTabs(session, sheet)
  const tab = tabs.find(({ properties }) => properties.sheetId === sheet.sheetId)?.properties.title
  if (tab === undefined) throw new ServiceFailed({ delivered: false, cause: 'list_deleted' })
  return { ...sheet, tab }
}

const rootOf = ({ rootId }: { rootId: string }) => ({ kind: 'root', rootId }) as const

/**
 * Resets the sheet: clears it, or forgets it if it was deleted, so that the next lead creates a new one. Since when another
 * account is connected stays known (`former-choices.ts`). All delivered leads are written again, along with those that
 * wait. The destination is held meanwhile: a row written between reading the header and clearing would be lost, or land in
 * the header's place. Returns how many leads are queued.
 */
export async function resetSheet(call: SignedInCall, campaign: CampaignPath): Promise<number> {
  const { platform } = call
  const destination = await call.inScope((tx) => findSheet(tx, campaign))
  if (!destination) throw new Failure('conflict', { message: noSheet })
  return whileHeld(platform, { ...campaign, destinationId: destination.id }, async () => {
    const current = (await call.inScope((tx) => findSheet(tx, campaign))) ?? destination
    const isThere = await emptySheet(platform, campaign, current)
    return call.inScope(async (tx) => {
      if (!isThere)
        await tx.query('update destination set state = state - $3::text[] where agency_id = $1 and id = $2', [
          campaign.agencyId,
          current.id,
          Object.keys(sheetState.shape),
        ])
      await resetFailures(tx, campaign, current)
      return refillSheet(tx, campaign, current.id, platform.clock.now())
    })
  })
}

const noSheet = 'This campaign has no sheet yet.'

/** Returns whether there was a sheet to clear. Throws if that fails for another reason. */
async function emptySheet(platform: Platform, campaign: CampaignPath, destination: SheetDestination): Promise<boolean> {
  const state = sheetState.safeParse(destination.state)
  if (!state.success) return false
  try {
    const session = await openSession(platform, { ...campaign, id: destination.connection_id }, patience_ms)
    await clearSheet(session, await currentTab(session, state.data))
    return true
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    if (error.answer.cause === 'list_deleted') return false
    throw new Failure('conflict', { message: causeTexts[error.answer.cause ?? 'service_error'] })
  }
}

interface HistoryRow {
  at: Date
  lead_id: string
  outcome: 'delivered' | 'failed'
  cause: Cause | null
}

/** Every attempt to write one of the newest leads, newest first: a reset adds to them and forgets none. */
export async function readSheetHistory(tx: Tx, campaign: CampaignPath) {
  const destination = await findSheet(tx, campaign)
  if (!destination) return []
  const { rows } = await tx.query<HistoryRow>(
    `select tried.at, newest.lead_id, tried.outcome, tried.error_code as cause
     from (
       select id, lead_id from delivery
       where agency_id = $1 and campaign_id = $2 and destination_id = $3 order by id desc limit 100) as newest
     join lateral (
       select at, outcome, error_code from delivery_attempt
       where agency_id = $1 and delivery_id = newest.id order by at desc limit 100) as tried on true
     order by tried.at desc limit 100`,
    [campaign.agencyId, campaign.campaignId, destination.id],
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Checks with Google whether the account still works, and records it if not. */
export async function checkGoogle(call: SignedInCall, owner: Owner) {
  const connection = await call.inScope((tx) => findConnection(tx, owner, kind))
  if (!connection || connection.status === 'disconnected') return { connected: false, account: '', cause: null }
  const { account } = connection
  try {
    await serviceOf(kind).findAccount(await openSession(call.platform, connection, patience_ms))
    return { connected: true, account, cause: null }
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    return { connected: false, account, cause: error.answer.cause }
  }
}

/** Deletes the credential before telling Google, so that a failure leaves nothing usable here. */
export async function revokeGoogle(call: SignedInCall, owner: Owner): Promise<void> {
  const { platform } = call
  const tokens = await inScope(platform.appPool, call.caller.scope, async (tx) => {
    const connection = await findConnection(tx, owner, kind)
    if (!connection || connection.status === 'disconnected') return null
    await disconnect(tx, connection, platform.clock.now())
    // The transactions of a GET are read-only, so the activity is recorded here.
    await recordActivity(tx, call, { action: 'integration.revokeSpreadsheet' })
    return connection.sealed && openCredential(platform, connection.agencyId, connection.id, connection.sealed)
  })
  if (!tokens) return
  try {
    const service = serviceOf(kind)
    await service.oauth!.revoke!(sessionWith(platform, service, tokens, patience_ms, `${kind} connecting`), tokens)
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    platform.log.warn({ cause: error.answer.cause }, 'access to a service could not be revoked')
  }
}

const mailPayload = z.object({
  rootId: z.uuid(),
  agencyId: z.uuid(),
  campaignId: z.uuid(),
  askedAt_ms: z.number(),
  only: z.uuid().optional(),
})

/** Emails the sheet's link to the report recipients after the commit. Returns the number of recipients. */
export async function resendSheetLink(tx: Tx, platform: Platform, campaign: CampaignPath): Promise<number> {
  const destination = await findSheet(tx, campaign)
  if (!destination || !sheetState.safeParse(destination.state).success)
    throw new Failure('conflict', { message: noSheet })
  const recipients = await readRecipients(platform, { ...campaign, destinationId: destination.id })
  if (recipients.length === 0) throw new Failure('conflict', { message: 'The campaign has no report recipients.' })
  const { rootId, agencyId, campaignId } = campaign
  const payload = { rootId, agencyId, campaignId, askedAt_ms: platform.clock.now() }
  await addJob(tx, mailSheetLinkJob.name, payload satisfies z.output<typeof mailPayload>, {
    queue: mailQueueOf({ rootId, agencyId }),
  })
  return recipients.length
}

/** Sent in the agency's name, one per recipient in their language. Retries after a crash reuse the Message-IDs. */
export const mailSheetLinkJob: Job = {
  name: 'mail-sheet-link',
  mails: true,
  async run(platform, input) {
    const task = mailPayload.parse(input)
    const campaign = { ...task, clientId: '' }
    const source = await inScope(platform.appPool, rootOf(task), async (tx) => {
      const sheet = await findSheet(tx, campaign)
      const { rows } = await tx.query<{ name: string }>('select name from campaign where agency_id = $1 and id = $2', [
        task.agencyId,
        task.campaignId,
      ])
      return sheet && rows[0] ? { sheet, name: rows[0].name } : null
    })
    const state = sheetState.safeParse(source?.sheet.state)
    if (!source || !state.success) return
    const recipients = await readRecipients(platform, { ...task, destinationId: source.sheet.id })
    const job = { name: mailSheetLinkJob.name, queue: mailQueueOf(task), task }
    const receivers = recipients.map((email) => ({ email }))
    await mailEach(platform, job, receivers, async ({ email: address }, index) => {
      const id = `${task.campaignId}.sheet.${task.askedAt_ms}.${index}`
      const language = await inScope(platform.appPool, rootOf(task), (tx) => readLanguage(tx, task.agencyId, [address]))
      const to = { ...task, email: address, language }
      const letter = await composeFor(platform, to, 'leads', (say) => sheetLinkText(source.name, state.data.url, say))
      if (!letter) return true
      return isSettled(await sendAs(platform, task, { ...letter, to: [address], id }))
    })
  },
}
