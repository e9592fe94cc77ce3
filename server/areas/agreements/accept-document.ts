import type { DocumentType, FeatureId } from '#contract/agreements/acceptances.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { readSignature } from '#server/areas/branding/read-signature.ts'
import { acceptQuote, type Offered } from '#server/areas/pricing/quote.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import { newId } from '#server/platform/ids.ts'
import { fillDocument, hashText, variablesOf } from './fill-document.ts'
import type { StoredDocument } from './find-document.ts'
import { findAcceptance, type Subject } from './find-acceptance.ts'
import { findSigner, type Signer } from './find-signer.ts'
import { mailAcceptance } from './mail-acceptance.ts'
import type { Terms } from './terms.ts'

/** What is accepted: an agreement of the company, or a person's agreement about a feature. */
export interface Accepting {
  subject: Subject
  document: StoredDocument
  documentType: DocumentType | null
  featureId: FeatureId | null
  locationMenu: string
  terms: Terms | Record<string, never>
  /** The version that was shown, if the caller sends it. */
  read: { version: number | undefined; quoteId: string | undefined }
  /** Effects of the first acceptance, in its transaction; accepting a newer version does not repeat them. */
  onFirst?: (tx: Tx, acceptanceId: string) => Promise<void>
}

/**
 * Records that a document was accepted, with the text's hash, from where, by whom and on whose behalf; once per
 * version, however often it is clicked. Refused if the version or the figures are not those that were shown.
 */
export async function acceptDocument(call: SignedInCall, accepting: Accepting): Promise<void> {
  const { document, read } = accepting
  if (read.version !== undefined && read.version !== document.version) throw new Failure('terms_changed')
  const signature = await readSignature(call.platform, call.host)
  const signer = await findSigner(call.platform, call.caller)
  if (!signature || !signer) throw notFound()
  const variables = await variablesOf(signature, call.host, document, signer.companyName)
  const textHash = hashText(fillDocument(document, variables))
  await call.inScope(async (tx) => {
    // Concurrent clicks are serialized, and the second finds the first acceptance.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 25))', [accepting.subject.key])
    const before = await findAcceptance(tx, accepting.subject)
    if (before && before.version >= document.version) return
    const offer = offerOf(accepting, call.caller)
    // Nobody accepts figures they were not shown; a text without figures may have been read without a session.
    const isFree = offer.amount_cents === 0 && offer.terms.length === 2
    await acceptQuote(tx, call, offer, { quoteId: read.quoteId, unseen: isFree ? 'accept' : 'refuse' })
    const id = newId(machineTime(call.platform.clock))
    await insertAcceptance(tx, call, { id, accepting, signer, variables, textHash })
    if (!before) await accepting.onFirst?.(tx, id)
    await mailAcceptance(tx, call, { id, document, signer, textHash })
    await recordActivity(tx, call, {
      action: 'agreement.accepted',
      place: call.caller,
      target: { kind: 'document', id: document.id, name: document.title },
      description: `${document.name} version ${document.version} (${document.language}), acceptance ${id}`,
    })
  })
}

/** What a document is accepted with: its version, and the figures that it names. */
export function offerOf(
  { document, terms, featureId }: Pick<Accepting, 'document' | 'terms' | 'featureId'>,
  { companyId, rootId, agencyId, clientId }: TenantPath & { companyId: string },
): Offered {
  const months = 'minimum_spend_amount_list' in terms ? terms.minimum_spend_amount_list : []
  const once = 'first_time_charge' in terms ? terms.first_time_charge : 0
  return {
    purpose: featureId === null ? 'agreement' : 'feature_agreement',
    payer: { companyId, rootId, agencyId, clientId },
    amount_cents: Math.round(once * 100),
    terms: [document.name, document.version, ...months],
  }
}

interface NewAcceptance {
  id: string
  accepting: Accepting
  signer: Signer
  variables: Readonly<Record<string, string>>
  textHash: Buffer
}

const longestAgent = 300

async function insertAcceptance(
  tx: Tx,
  { platform, caller, host, address, userAgent }: SignedInCall,
  { id, accepting, signer, variables, textHash }: NewAcceptance,
): Promise<void> {
  await tx.query(insertText, [
    id,
    caller.rootId,
    caller.agencyId,
    caller.clientId,
    caller.companyId,
    signer.companyName,
    caller.userId,
    signer.userName,
    signer.email,
    accepting.document.id,
    accepting.featureId === null ? 'marketing' : 'feature',
    accepting.documentType,
    accepting.featureId,
    accepting.locationMenu,
    JSON.stringify(variables),
    JSON.stringify(accepting.terms),
    textHash,
    host,
    caller.sessionId,
    address,
    userAgent.slice(0, longestAgent),
    new Date(machineTime(platform.clock)),
  ])
}

const insertText = `
  insert into acceptance (id, root_id, agency_id, client_id, company_id, company_name, user_id, user_name, user_email,
    document_id, kind, document_type, feature_id, location_menu, variables, terms, text_hash, host, session_id, address,
    user_agent, accepted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`
