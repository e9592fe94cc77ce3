import type { acceptAgreement, DocumentType, readAgreement } from '#contract/agreements/acceptances.ts'
import type { DocumentName } from '#contract/agreements/document-names.ts'
import { bookDeveloperFee } from '#server/areas/billing/developer-fee.ts'
import { showQuote } from '#server/areas/pricing/quote.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { acceptDocument, offerOf, type Accepting } from '#server/areas/agreements/accept-document.ts'
import { findAcceptance, ofCompany } from '#server/areas/agreements/find-acceptance.ts'
import { findDocument } from '#server/areas/agreements/find-document.ts'
import { noCharge, readTerms, type Terms } from '#server/areas/agreements/terms.ts'

interface Offer {
  name: DocumentName
  type: DocumentType
  terms: Terms
}

/** The agreement a company has to accept: clients the services' agreement, everybody above them the developers' one. */
async function offerTo(platform: Platform, company: { rootId: string; clientId: string | null }): Promise<Offer> {
  if (company.clientId !== null) {
    return { name: 'marketing-services-agreement', type: 'default_client', terms: noCharge }
  }
  const terms = await readTerms(platform, company.rootId)
  const type = terms.minimum_spend_max > 0 ? 'minimum_spend' : 'default_agency'
  return { name: 'marketing-services-agreement-developer', type, terms }
}

export const handleReadAgreement: Handler<typeof readAgreement> = async ({ query }, call) => {
  const offer = await offerTo(call.platform, call.object!)
  const document = await findDocument(call.platform, offer.name, 'en')
  const acceptance = await call.inScope((tx) => findAcceptance(tx, ofCompany(query.company_id, offer.name)))
  const current = acceptance && acceptance.version >= document.version ? acceptance : null
  // A reader from a company above does not accept an agreement on its behalf.
  const isOffered = current === null && query.company_id === call.caller.companyId
  const offerShown = offerOf({ document, terms: offer.terms, featureId: null }, call.caller)
  return {
    result: 'success',
    data: {
      is_marketing_services_agreement_developer: current !== null,
      document_type: offer.type,
      version: document.version,
      accepted_at: current?.acceptedAt.toISOString() ?? null,
      certificate_id: current?.id ?? null,
      ...offer.terms,
      quote_id: isOffered ? await showQuote(call, offerShown) : null,
    },
  }
}

/** R123: if an agency's developer mode is on, accepting makes the agreement's one-time fee due. */
function feeOf({ caller, platform }: SignedInCall, { terms }: Offer): Accepting['onFirst'] {
  const { rootId, agencyId, clientId, rights } = caller
  const fee_cents = Math.round(terms.first_time_charge * 100)
  if (agencyId === null || clientId !== null || rights?.apiMode !== true || fee_cents === 0) return undefined
  return (tx, acceptanceId) => bookDeveloperFee(tx, platform, { rootId, agencyId }, acceptanceId, fee_cents)
}

/**
 * With a minimum spend an agency's agreement has another name. Whoever names the quote that they were shown read the other one
 * before the minimum was added or removed; otherwise the body just names the wrong agreement.
 */
const notOffered = (offer: Offer, { document_type, quote_id }: Input<typeof acceptAgreement>['body']): Failure =>
  quote_id !== undefined && offer.type !== 'default_client' && document_type !== 'default_client'
    ? new Failure('terms_changed')
    : invalid('document_type', 'This agreement isn’t available to you.')

/** Only for the caller and their own company; any other person or company looks absent. */
export const handleAcceptAgreement: Handler<typeof acceptAgreement> = async ({ body }, call) => {
  const { caller, platform } = call
  if (body.user_id !== caller.userId || body.company_id !== caller.companyId) throw notFound()
  const offer = await offerTo(platform, caller)
  if (body.document_type !== offer.type) throw notOffered(offer, body)
  await acceptDocument(call, {
    subject: ofCompany(caller.companyId, offer.name),
    document: await findDocument(platform, offer.name, body.language ?? 'en'),
    documentType: offer.type,
    featureId: null,
    locationMenu: body.location_menu,
    terms: offer.terms,
    read: { version: body.version, quoteId: body.quote_id },
    onFirst: feeOf(call, offer),
  })
  return { result: 'success', message: 'Your agreement has been saved.' }
}

/** Whether a company has accepted the newest agreement for developers (R113). */
export async function hasAcceptedDeveloperAgreement(call: SignedInCall): Promise<boolean> {
  const name = 'marketing-services-agreement-developer'
  const document = await findDocument(call.platform, name, 'en')
  const acceptance = await call.inScope((tx) => findAcceptance(tx, ofCompany(call.caller.companyId, name)))
  return acceptance !== null && acceptance.version >= document.version
}
