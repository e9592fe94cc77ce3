import { timingSafeEqual } from 'node:crypto'
import { paymentLinkPath } from '#contract/payments/payment-links.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { notFound } from '#server/platform/failure.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A charge whose invoice a link opens. */
export interface LinkedCharge {
  rootId: string
  agencyId: string
  chargeId: string
}

type Keys = Pick<Platform, 'secrets'>
/** What a link is made with. */
export type LinkKeys = Keys & Pick<Platform, 'config'>

/** Too many to guess. */
const proof_bytes = 16

/** By each master key: a link is used long after it was made. */
const proofsOf = ({ secrets }: Keys, { agencyId, chargeId }: Omit<LinkedCharge, 'rootId'>): Buffer[] =>
  secrets
    .keyedHashes(JSON.stringify(['payment link', agencyId, chargeId]))
    .map((hash) => Buffer.from(hash.subarray(0, proof_bytes)))

/**
 * The address that opens an invoice of an agency or of one of its clients, on the agency's host: the charge's id, and a proof that
 * we made it. It is the same in every mail, and works for as long as the charge is open.
 */
export function paymentLinkOf(platform: LinkKeys, host: string, charge: Omit<LinkedCharge, 'rootId'>): string {
  const id = Buffer.from(charge.chargeId.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, proofsOf(platform, charge)[0]!]).toString('base64url')
  return pageAddress(platform.config, host, `/${paymentLinkPath}#${token}`)
}

/** What a link opens. Throws `not_found` for a link that we did not make for this host. */
export async function readPaymentLink(platform: Platform, host: string, token: string): Promise<LinkedCharge> {
  const owner = await findHost(platform, host)
  const bytes = Buffer.from(token, 'base64url')
  if (!owner?.agencyId || bytes.length !== 16 + proof_bytes || bytes.toString('base64url') !== token) throw notFound()
  const hex = bytes.toString('hex', 0, 16)
  const chargeId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const charge = { rootId: owner.rootId, agencyId: owner.agencyId, chargeId }
  const proof = bytes.subarray(16)
  if (!proofsOf(platform, charge).some((own) => timingSafeEqual(own, proof))) throw notFound()
  return charge
}
