import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { MailOwner } from '../mail-queue.ts'

type Keys = Pick<Platform, 'secrets' | 'clock'>

const day_ms = 86_400_000
/** Mail servers give up after five days. Whoever saw an older mail's headers can no longer use its address. */
const valid_days = 14
/** Too many to guess; short, because at most 64 characters may stand before the @. */
const proof_bytes = 8

/** Of a company and the day on which a mail went to an address, by each master key. */
const proofsOf = ({ secrets }: Keys, companyId: string, day: number, address: string): string[] =>
  secrets
    .keyedHashes(JSON.stringify(['mail return', companyId, day, address.toLowerCase()]))
    .map((hash) => hash.subarray(0, proof_bytes).toString('hex'))

/**
 * Where a mail to this address comes back to if it cannot be delivered: BOUNCE_ADDRESS with who sent it, when, and a proof
 * that it went to this address (VERP). Undefined if there is no such mailbox.
 */
export function returnAddressOf(
  { config, ...keys }: Keys & Pick<Platform, 'config'>,
  { rootId, agencyId, clientId }: MailOwner,
  address: string,
): string | undefined {
  if (config.BOUNCE_ADDRESS === undefined) return undefined
  const [name, domain] = config.BOUNCE_ADDRESS.split('@')
  const companyId = clientId ?? agencyId ?? rootId
  const day = Math.floor(machineTime(keys.clock) / day_ms)
  const [proof] = proofsOf(keys, companyId, day, address)
  return `${name}+${companyId.replaceAll('-', '')}${day.toString(16).padStart(4, '0')}${proof}@${domain}`
}

export interface ReturnAddress {
  companyId: string
  /** Whether the mail that came back had gone to this address. */
  provesMailTo(address: string): boolean
}

/** What a return address says; null if it is none, or too old. Servers may have changed its case. */
export function readReturnAddress(keys: Keys, returnAddress: string): ReturnAddress | null {
  const [, hex, day, proof] = /\+([0-9a-f]{32})([0-9a-f]{4})([0-9a-f]{16})@/i.exec(returnAddress)?.map(toLower) ?? []
  if (hex === undefined || day === undefined || proof === undefined) return null
  const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const sentDay = Number.parseInt(day, 16)
  const age_days = machineTime(keys.clock) / day_ms - sentDay
  if (age_days < 0 || age_days > valid_days) return null
  return { companyId, provesMailTo: (address) => proofsOf(keys, companyId, sentDay, address).includes(proof) }
}

const toLower = (text: string): string => text.toLowerCase()
