import { z } from 'zod'
import type {
  decidePrivacyRequest,
  extendPrivacyRequest,
  PrivacyRequestDetail,
  readPrivacyRequest,
} from '#contract/privacy/requests.ts'
import { lawOf } from '#contract/privacy/state-laws.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { correctPerson, readCorrectable } from '#server/areas/identity/correct-person.ts'
import { findOwners } from '#server/areas/identity/find-persons.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { presentRequest, requestColumns, type RequestRow } from './list-requests.ts'
import { appealSeal, wishSeal } from './requests.ts'

const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const

interface OpenRow extends RequestRow {
  agent: string
  agency_id: string
  outcome: string | null
  wish_sealed: string | null
  appeal_sealed: string | null
  extension_reason: string
  answer: string
  appeal_answer: string
  hashes: string[] | null
}

const openRow = `
  select ${requestColumns}, agency_id, agent, outcome, wish_sealed, appeal_sealed, extension_reason, answer, appeal_answer,
         (select array_agg(encode(hash, 'hex')) from unnest(hashes) as hash) as hashes
    from privacy_request where root_id = $1 and id = $2`

async function readRow(tx: Tx, text: string, rootId: string, id: string): Promise<OpenRow> {
  const { rows } = await tx.query<OpenRow>(text, [rootId, id])
  if (!rows[0]) throw new Failure('not_found')
  return rows[0]
}

const lockRequest = (tx: Tx, rootId: string, id: string): Promise<OpenRow> =>
  readRow(tx, `${openRow} for update`, rootId, id)

/** Only a correction waits for a person, once it is confirmed and says what is wrong; and its appeal. */
const isToDecide = ({ kind, stage, wish_sealed: wish }: OpenRow): boolean =>
  kind === 'correct' && wish !== null && (stage === 'open' || stage === 'appealed')

export const handleReadRequest: Handler<typeof readPrivacyRequest> = async ({ params }, call) => {
  const { platform } = call
  const row = await call.inScope((tx) => readRow(tx, openRow, call.caller.rootId, params.id))
  const isOpen = isToDecide(row)
  const data: PrivacyRequestDetail = {
    ...presentRequest(row, platform.clock.now()),
    agent: row.agent,
    wish: isOpen ? textOf(call, row.wish_sealed, wishSeal(row.id)) : null,
    appeal: isOpen ? textOf(call, row.appeal_sealed, appealSeal(row.id)) : null,
    extension_reason: row.extension_reason,
    answer: row.answer,
    appeal_answer: row.appeal_answer,
    people: isOpen ? await readCorrectable(platform.identityPool, await peopleOf(call, row)) : [],
  }
  return { result: 'success' as const, data }
}

function textOf({ platform }: SignedInCall, sealedText: string | null, seal: string): string | null {
  if (sealedText === null) return null
  return z.object({ text: z.string() }).parse(JSON.parse(platform.secrets.open(sealedText, seal))).text
}

const peopleOf = async ({ platform }: SignedInCall, { hashes }: OpenRow): Promise<number[]> => [
  ...new Set((await findOwners(platform.identityPool, hashes ?? [])).values()),
]

export const handleExtendRequest: Handler<typeof extendPrivacyRequest> = ({ body }, call) =>
  call.inScope(async (tx) => {
    const row = await lockRequest(tx, call.caller.rootId, body.id)
    const now_ms = call.platform.clock.now()
    // The law gives opt-outs no extension, and others one, of which the person hears in time.
    if (row.kind === 'opt_out' || row.stage !== 'open' || row.extended_at !== null || row.due_at.getTime() < now_ms)
      throw new Failure('conflict', { message: 'This request can’t be extended.' })
    const { extension_days: days } = lawOf(row.state_code)
    await tx.query(
      `update privacy_request set due_at = due_at + make_interval(days => $3), extended_at = $4, extension_reason = $5
        where agency_id = $1 and id = $2`,
      [row.agency_id, row.id, days, dateOf(now_ms), body.reason],
    )
    await recordActivity(tx, call, {
      action: 'data.privacyRequestExtended',
      target: { kind: 'privacy_request', id: row.id },
    })
    return updatedAnswer
  })

export const handleDecideRequest: Handler<typeof decidePrivacyRequest> = ({ body }, call) =>
  call.inScope(async (tx) => {
    const row = await lockRequest(tx, call.caller.rootId, body.id)
    if (!isToDecide(row)) throw new Failure('conflict', { message: 'This request has nothing to decide.' })
    const { decision, person, changes = {} } = body
    if (decision === 'done' && person !== undefined) {
      if (!(await peopleOf(call, row)).includes(person))
        throw invalid('person', 'Nobody with this number is known by the address.')
      await correctPerson(call.platform.identityPool, person, changes, dateOf(call.platform.clock.now()))
    }
    await saveDecision(tx, row, { decision, reason: body.reason, at: dateOf(call.platform.clock.now()) })
    await recordActivity(tx, call, {
      action: row.stage === 'appealed' ? 'data.privacyAppealDecided' : 'data.privacyRequestDecided',
      target: { kind: 'privacy_request', id: row.id },
    })
    return updatedAnswer
  })

/** What the person wrote is kept only as long as somebody may still have to read it: after a refusal until the appeal. */
const saveDecision = (
  tx: Tx,
  row: OpenRow,
  { decision, reason, at }: { decision: 'done' | 'refused'; reason: string; at: Date },
): Promise<unknown> =>
  row.stage === 'appealed'
    ? tx.query(
        `update privacy_request set appeal_outcome = $3, appeal_answer = $4, appeal_decided_at = $5, hashes = null,
                wish_sealed = null, appeal_sealed = null
          where agency_id = $1 and id = $2`,
        [row.agency_id, row.id, decision, reason, at],
      )
    : tx.query(
        `update privacy_request set outcome = $3, answer = $4, done_at = $5,
                hashes = case when $3 = 'refused' then hashes end, wish_sealed = case when $3 = 'refused' then wish_sealed end
          where agency_id = $1 and id = $2`,
        [row.agency_id, row.id, decision, reason, at],
      )
