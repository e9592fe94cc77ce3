import type {
  checkConfirmation,
  Confirmation,
  listConfirmations,
  openConfirmation,
} from '#contract/payments/confirmations.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import { payerOf } from '#server/areas/billing/invoices/list-invoices.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { gatewayNamed } from '#server/providers/payments/registry.ts'
import { callGateway } from '../call-gateway.ts'
import { sendAttempt } from '../charges/send-attempt.ts'
import { findAwaitingPayer, chargeRequestOf, type Attempt } from '../charges/attempts.ts'

interface Row extends Pick<Confirmation, 'id' | 'kind' | 'paid_with'> {
  amount_cents: number
  confirm_by: Date
  issuer: 'agency' | 'root' | null
  year: number
  number: number
}

/** Attempts are visible only in the agency's scope, so the payer's own are read in it; queries filter by the payer. */
const readAsAgency = <T>(call: SignedInCall, work: Parameters<typeof inScope<T>>[2]): Promise<T> => {
  const { rootId, agencyId } = payerOf(call)
  return inScope(call.platform.appPool, { kind: 'agency', rootId, agencyId }, work, { readOnly: true })
}

const most = 50

export const handleListConfirmations: Handler<typeof listConfirmations> = async (_input, call) => {
  const { agencyId, clientId } = payerOf(call)
  const rows = await readAsAgency(call, async (tx) => {
    const confirmations = await tx.query<Row>(
      `select c.id, c.kind, c.paid_with, c.amount_cents, a.confirm_by, i.issuer, i.year, i.number
         from charge_attempt a
         join charge c on c.agency_id = a.agency_id and c.id = a.charge_id
         left join invoice i on i.agency_id = a.agency_id and i.id = a.charge_id
        where a.agency_id = $1 and c.client_id is not distinct from $2 and a.state in ('sent', 'unknown')
          and a.confirm_by > $3
        order by a.confirm_by, c.id limit $4`,
      [agencyId, clientId, new Date(call.platform.clock.now()), most],
    )
    return confirmations.rows
  })
  return {
    result: 'success',
    data: rows.map(({ id, kind, paid_with, amount_cents, confirm_by, ...row }) => ({
      id,
      kind,
      invoice: row.issuer === null ? '' : numberOf(row as Numbered),
      amount: dollarsFromCents(amount_cents),
      paid_with,
      confirm_by: confirm_by.toISOString(),
    })),
  }
}

/** The attempt that the caller has to confirm; null if there is none any more, or if the charge is another payer's. */
async function findOwn(call: SignedInCall, chargeId: string): Promise<Attempt | null> {
  const { agencyId, clientId } = payerOf(call)
  return readAsAgency(call, async (tx) => {
    const { rows } = await tx.query(
      'select from charge where agency_id = $1 and id = $2 and client_id is not distinct from $3',
      [agencyId, chargeId, clientId],
    )
    return rows[0] ? findAwaitingPayer(tx, agencyId, chargeId) : null
  })
}

export const handleOpenConfirmation: Handler<typeof openConfirmation> = async ({ body }, call) => {
  const { platform } = call
  const attempt = await findOwn(call, body.chargeID)
  const gateway = attempt && gatewayNamed(platform.config, attempt.gateway)
  if (!attempt || !gateway || platform.clock.now() >= attempt.confirm_by!.getTime())
    throw new Failure('conflict', { message: 'There is nothing left to confirm.' })
  const back = pageAddress(platform.config, call.host, `/user/card-setting?confirmed=${body.chargeID}`)
  const url = await callGateway(() => gateway.confirmLink(chargeRequestOf(attempt), back))
  if (url === null) await sendAttempt(platform, attempt, true)
  return { result: 'success', message: 'Continue at your bank.', data: { url } }
}

/** Repeatable: events, reconciliation and this handler all call `sendAttempt`, which stores only the first outcome. */
export const handleCheckConfirmation: Handler<typeof checkConfirmation> = async ({ body }, call) => {
  const attempt = await findOwn(call, body.chargeID)
  if (attempt) await sendAttempt(call.platform, attempt, true)
  return { result: 'success', message: 'The payment was checked.' }
}
