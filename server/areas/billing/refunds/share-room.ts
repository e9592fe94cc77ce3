import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readLeftOfInvoice } from './refundable.ts'
import { divideOver, readMonths, readReturnedShares, type Month, type Which } from './share-months.ts'

/**
 * What can still come back to the agency for the leads on clients' invoices, in 1/10,000 dollar by charge: their cost, less what
 * credits and refunds returned of it; and of a month whose invoice was refunded, too, at most what that invoice has left. Only for
 * charges with a returned share.
 */
export async function readRoom(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
  which: Which,
): Promise<ReadonlyMap<string, number>> {
  const returned = await readReturnedShares(tx, agencyId, chargeIds, which)
  if (returned.size === 0) return new Map()
  const months = await readMonths(tx, agencyId, [...returned.keys()])
  const room = new Map<string, number>()
  for (const [id, returned_e4] of returned)
    room.set(id, await sumRoom(tx, agencyId, { returned_e4, months: months.get(id) ?? [], which }))
  return room
}

/** The same for one charge, whether a share was returned or not; as far as it is booked. */
export async function readRoomOfCharge(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const returned = await readReturnedShares(tx, agencyId, [chargeId], 'booked')
  const months = await readMonths(tx, agencyId, [chargeId])
  return sumRoom(tx, agencyId, {
    returned_e4: returned.get(chargeId) ?? 0,
    months: months.get(chargeId) ?? [],
    which: 'booked',
  })
}

async function sumRoom(
  tx: Tx,
  agencyId: string,
  { returned_e4, months, which }: { returned_e4: number; months: readonly Month[]; which: Which },
): Promise<number> {
  const parts = divideOver(returned_e4, months)
  let room_e4 = 0
  for (const [at, { invoiceId, left_e4 }] of months.entries()) {
    const free_e4 = Math.max(left_e4 - parts[at]!, 0)
    if (free_e4 === 0) continue
    const left = invoiceId === null ? null : await readLeftOfInvoice(tx, agencyId, invoiceId, which)
    if (left !== null && left < free_e4) return room_e4 + Math.max(left, 0)
    room_e4 += free_e4
  }
  return room_e4
}

/**
 * Locks the charges of clients' invoices and of their agency's invoices with the same leads, in id order, as credits do: what is
 * refunded of the ones limits what comes back with the others.
 */
export async function lockWithMonths(tx: Tx, agencyId: string, chargeIds: readonly string[]): Promise<void> {
  const months = await readMonths(tx, agencyId, chargeIds)
  const ids = [...chargeIds, ...[...months.values()].flat().flatMap(({ invoiceId }) => invoiceId ?? [])]
  await tx.query('select from charge where agency_id = $1 and id = any($2::uuid[]) order by id for update', [
    agencyId,
    plainArray([...new Set(ids)]),
  ])
}
