import {
  featureDocuments,
  type FeatureId,
  type acceptFeatureAgreement,
  type readFeatureAgreement,
} from '#contract/agreements/acceptances.ts'
import { sentences } from '#contract/core/sentences.ts'
import { showQuote } from '#server/areas/pricing/quote.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { acceptDocument, offerOf } from './accept-document.ts'
import { findAcceptance, ofPerson } from './find-acceptance.ts'
import { findDocument } from './find-document.ts'

/** Whether the signed-in person, or a developer key's creator, accepted a feature's newest document (R111). */
export async function hasAgreedToFeature(tx: Tx, { caller }: SignedInCall, featureId: FeatureId): Promise<boolean> {
  const acceptance = await findAcceptance(tx, ofPerson(caller.madeBy ?? caller.userId, featureId))
  const { rows } = await tx.query<{ version: number }>('select max(version) as version from document where name = $1', [
    featureDocuments[featureId],
  ])
  return acceptance !== null && acceptance.version >= rows[0]!.version
}

/** Only for the caller; anybody else looks absent. */
export const handleReadFeatureAgreement: Handler<typeof readFeatureAgreement> = async ({ params }, call) => {
  if (params.user_id !== call.caller.userId) throw notFound()
  const document = await findDocument(call.platform, featureDocuments[params.feature_id], 'en')
  const isDone = await call.inScope((tx) => hasAgreedToFeature(tx, call, params.feature_id))
  const offer = offerOf({ document, terms: {}, featureId: params.feature_id }, call.caller)
  const quote_id = isDone ? null : await showQuote(call, offer)
  return { result: 'success', status: isDone, version: document.version, quote_id }
}

export const handleAcceptFeatureAgreement: Handler<typeof acceptFeatureAgreement> = async ({ params, body }, call) => {
  const { caller, platform } = call
  if (params.user_id !== caller.userId || body.user_id !== caller.userId) throw notFound()
  if (body.company_id !== caller.companyId) throw notFound()
  if (body.feature_id !== params.feature_id) throw invalid('feature_id', sentences.unlikeAddress)
  await acceptDocument(call, {
    subject: ofPerson(caller.userId, params.feature_id),
    document: await findDocument(platform, featureDocuments[params.feature_id], body.language ?? 'en'),
    documentType: null,
    featureId: params.feature_id,
    locationMenu: body.location_menu,
    terms: {},
    read: { version: body.version, quoteId: body.quote_id },
  })
  return { result: 'success', message: 'Your agreement has been saved.' }
}
