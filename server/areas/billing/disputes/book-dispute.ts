import { e4FromCents } from '#contract/core/money.ts'
import type { AccountName, NewTransfer } from '#server/areas/ledger/book.ts'
import { bookUses } from '#server/areas/prepaid/lots.ts'
import { holdLot, type DisputedAmounts } from '#server/areas/prepaid/hold-lot.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { followCommissions, lockCommissionsOf } from '../commissions.ts'
import { queueSkippedCredits } from '../refunds/refunds.ts'
import { sumBilledShares, type DisputeRow } from './disputes.ts'

/** What the gateway has moved for a dispute so far, in cents. */
export interface Moved {
  /** Withdrawn from the payee and not returned. */
  withdrawn_cents: number
  /** The gateway's dispute fee. */
  fee_cents: number
}

interface Leg {
  kind: string
  debit: AccountName
  credit: AccountName
  cents: number
}

/** From one account to the other; negative amounts go back. */
const leg = (there: string, back: string, debit: AccountName, credit: AccountName, cents: number): Leg =>
  cents > 0 ? { kind: there, debit, credit, cents } : { kind: back, debit: credit, credit: debit, cents: -cents }

/** The transfers for the difference to what was booked. The payee bears it: an agency for its clients, the operator for agencies. */
function legsOf(dispute: DisputeRow, now: Pick<DisputeRow, 'held_cents' | 'lost_cents' | 'fee_cents'>): Leg[] {
  const { client_id: clientId } = dispute
  const before = hasFault('book-dispute-twice') ? { held_cents: 0, lost_cents: 0, fee_cents: 0 } : dispute
  const atGateway: AccountName = { kind: clientId === null ? 'clearing' : 'agency_clearing', clientId }
  const heldAccount: AccountName = { kind: 'dispute_held', clientId }
  const lostAccount: AccountName = { kind: 'dispute_lost', clientId }
  const fee: AccountName = { kind: 'gateway_fee', clientId }
  const withdrawn_cents = now.held_cents + now.lost_cents - before.held_cents - before.lost_cents
  return [
    leg('dispute_withdrawn', 'dispute_reinstated', heldAccount, atGateway, withdrawn_cents),
    leg('dispute_lost', 'dispute_regained', lostAccount, heldAccount, now.lost_cents - before.lost_cents),
    leg('dispute_fee', 'dispute_fee_returned', fee, atGateway, now.fee_cents - before.fee_cents),
  ].filter(({ cents }) => cents > 0)
}

type Taken = Pick<DisputeRow, 'held_cents' | 'lost_cents'>

/** What banks have withdrawn of the charge so far, including its other disputes. */
async function readTakenBack(tx: Tx, dispute: DisputeRow, now: Taken): Promise<DisputedAmounts> {
  const { agency_id: agencyId, charge_id: chargeId } = dispute
  const before = await sumBilledShares(tx, agencyId, chargeId)
  return {
    agencyId,
    chargeId,
    held_e4: e4FromCents(before.held_cents - dispute.held_cents + now.held_cents),
    lost_e4: e4FromCents(before.lost_cents - dispute.lost_cents + now.lost_cents),
  }
}

/**
 * Books what the gateway has moved for a dispute, in the transaction that stores its state and under the charge's lock. Only the
 * difference to what was booked before is booked, so that repeated or late events change nothing. The lot of a disputed top-up is
 * held, and reduced if the dispute is lost (decision 169).
 */
export async function bookDispute(tx: Tx, now_ms: number, dispute: DisputeRow, movement: Moved): Promise<void> {
  const isLost = dispute.state === 'lost'
  const now = {
    held_cents: isLost ? 0 : movement.withdrawn_cents,
    lost_cents: isLost ? movement.withdrawn_cents : 0,
    fee_cents: movement.fee_cents,
  }
  const legs = legsOf(dispute, now)
  if (legs.length === 0) return
  const book = { rootId: dispute.root_id, agencyId: dispute.agency_id }
  const uses = await holdLot(tx, now_ms, await readTakenBack(tx, dispute, now))
  await lockCommissionsOf(tx, dispute)
  const number = dispute.bookings + 1
  await bookUses(tx, book, now_ms, uses, {
    accounts: legs.flatMap(({ debit, credit }) => [debit, credit]),
    transfersWith: (accountOf) =>
      legs.map(({ kind, debit, credit, cents }): NewTransfer => ({
        id: uuidOf([kind, dispute.id, String(number)]),
        flow: {
          debitAccountId: accountOf(debit),
          creditAccountId: accountOf(credit),
          kind,
          referenceKind: 'dispute',
          clientId: null,
        },
        amount_e4: e4FromCents(cents),
        referenceId: dispute.id,
      })),
  })
  await tx.query(
    'update dispute set held_cents = $3, lost_cents = $4, fee_cents = $5, bookings = $6 where agency_id = $1 and id = $2',
    [dispute.agency_id, dispute.id, now.held_cents, now.lost_cents, now.fee_cents, number],
  )
  await followCommissions(tx, now_ms, dispute)
  const isBack = now.held_cents + now.lost_cents < dispute.held_cents + dispute.lost_cents
  if (isBack) await queueSkippedCredits(tx, dispute)
}
