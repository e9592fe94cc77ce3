import type { Tx } from '#server/platform/database/tx.ts'
import { lockCharges } from '../charge-states.ts'
import { readLeftOfInvoices } from './refundable.ts'
import { divideOver, readMonths, readReturnedShares, type Which } from './share-months.ts'

/** What can still come back for a client's invoice's leads of one month, in 1/10,000 dollar. */
export interface Room {
  /** The agency's invoice for the month, or null for leads that are on none yet. */
  invoiceId: string | null
  /** The leads' cost, less what credits and shares returned of it. */
  free_e4: number
  /** What the agency's invoice has left for all its leads; null if nothing of it was refunded. */
  left_e4: number | null
}

/** The room of clients' invoices by charge, newest month first. Only for charges with a returned share. */
export async function readRooms(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
  which: Which,
): Promise<ReadonlyMap<string, readonly Room[]>> {
  return divideRooms(tx, agencyId, await readReturnedShares(tx, agencyId, chargeIds, which), which)
}

/**
 * What a further share of a client's payment can give back, in 1/10,000 dollar; as far as shares are booked. It counts in the newest
 * months first, so one whose invoice has less left than its leads' cost ends it.
 */
export async function readRoomOfCharge(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const returned = await readReturnedShares(tx, agencyId, [chargeId], 'booked')
  const returned_e4 = returned.get(chargeId) ?? 0
  const rooms = await divideRooms(tx, agencyId, new Map([[chargeId, returned_e4]]), 'booked')
  let room_e4 = 0
  for (const { free_e4, left_e4 } of rooms.get(chargeId) ?? []) {
    if (free_e4 > 0 && left_e4 !== null && left_e4 < free_e4) return room_e4 + Math.max(left_e4, 0)
    room_e4 += free_e4
  }
  return room_e4
}

async function divideRooms(
  tx: Tx,
  agencyId: string,
  returned: ReadonlyMap<string, number>,
  which: Which,
): Promise<ReadonlyMap<string, readonly Room[]>> {
  if (returned.size === 0) return new Map()
  const months = await readMonths(tx, agencyId, [...returned.keys()])
  const invoiceIds = [...months.values()].flat().flatMap(({ invoiceId }) => invoiceId ?? [])
  const left = await readLeftOfInvoices(tx, agencyId, [...new Set(invoiceIds)], which)
  const roomsOf = (chargeId: string): Room[] => {
    const of = months.get(chargeId) ?? []
    const parts = divideOver(returned.get(chargeId)!, of)
    return of.map(({ invoiceId, left_e4 }, at) => ({
      invoiceId,
      free_e4: Math.max(left_e4 - parts[at]!, 0),
      left_e4: invoiceId === null ? null : (left.get(invoiceId) ?? null),
    }))
  }
  return new Map([...returned.keys()].map((id) => [id, roomsOf(id)]))
}

/** What a lead's credit takes of a month. */
interface Draw {
  room: Room
  e4: number
}

/**
 * What the credit of a lead takes of its client's invoice's rooms; null if it doesn't fit. `askedBy` is its own month, whose invoice's
 * rest the caller verifies; `plannedOf` is what credits of the same transaction take of an invoice.
 *
 * A credit lowers its own month's cost, so what it takes beyond that month's free part displaces as much of the returned share, which
 * `divideOver` moves to older months, never to newer ones. Each of those must have that much free and left, so that credits, shares and
 * refunds give back no more than the client's invoice cost, and of no agency's invoice more than its total.
 */
export function drawOn(
  rooms: readonly Room[],
  { askedBy, price_e4, plannedOf }: Credited & { plannedOf: (invoiceId: string) => number },
): Draw[] | null {
  const draws: Draw[] = []
  const own = rooms.findIndex(({ invoiceId }) => invoiceId === askedBy)
  let open_e4 = price_e4
  for (const room of rooms.slice(Math.max(own, 0))) {
    const { invoiceId, free_e4, left_e4 } = room
    const e4 = Math.min(open_e4, free_e4)
    if (e4 === 0) continue
    const isOther = invoiceId !== null && invoiceId !== askedBy
    if (isOther && left_e4 !== null && left_e4 - plannedOf(invoiceId) < e4) return null
    draws.push({ room, e4 })
    open_e4 -= e4
  }
  return open_e4 > 0 ? null : draws
}

/** A lead to credit: the agency's invoice that asks for it, and its cost. */
interface Credited {
  askedBy: string | null
  price_e4: number
}

/**
 * Locks the charges of clients' invoices, then those of their agency's invoices with the same leads and of others: what is refunded of the
 * ones limits what comes back with the others. To be called before reading what is left of any.
 */
export async function lockWithMonths(
  tx: Tx,
  agencyId: string,
  chargeIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  await lockCharges(tx, agencyId, chargeIds)
  const months = await readMonths(tx, agencyId, chargeIds)
  const ofAgency = [...months.values()].flat().flatMap(({ invoiceId }) => invoiceId ?? [])
  await lockCharges(tx, agencyId, [...ofAgency, ...others])
}
