import type { readDocument } from '#contract/agreements/documents.ts'
import { readSignature } from '#server/areas/branding/read-signature.ts'
import { notFound } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { fillDocument, hashText, variablesOf } from './fill-document.ts'
import { findDocument } from './find-document.ts'
import { findSigner } from './find-signer.ts'

/** A document with the requested host's brand, never another's, and the reader's company if they are signed in. */
export const handleReadDocument: OpenHandler<typeof readDocument> = async ({ query }, call) => {
  const signature = await readSignature(call.platform, call.host)
  if (!signature) throw notFound()
  const document = await findDocument(call.platform, query.name, query.language)
  const reader = call.caller && (await findSigner(call.platform, call.caller))
  const variables = await variablesOf(signature, call.host, document, reader ? reader.companyName : null)
  const html = fillDocument(document, variables)
  return {
    result: 'success',
    data: {
      name: document.name,
      version: document.version,
      language: document.language,
      title: document.title,
      html,
      sha256: hashText(html).toString('hex'),
      published_at: document.publishedAt.toISOString(),
    },
  }
}
