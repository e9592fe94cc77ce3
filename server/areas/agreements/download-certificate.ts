import type { downloadCertificate } from '#contract/agreements/acceptances.ts'
import type { Language } from '#contract/core/language.ts'
import { readSignature } from '#server/areas/branding/read-signature.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { drawCertificate, type Certificate } from './certificate/draw-certificate.ts'

interface Row {
  id: string
  title: string
  version: number
  language: Language
  user_name: string
  user_email: string
  company_name: string
  accepted_at: Date
  address: string
  user_agent: string
  host: string
  location_menu: string
  terms: Certificate['terms']
  text_hash: Buffer
}

/** A certificate inside the caller's scope; any other looks absent. It shows the brand of the requested host. */
export const handleDownloadCertificate: Handler<typeof downloadCertificate> = async ({ params }, call) => {
  const certificate = await call.inScope((tx) => findCertificate(tx, params.acceptanceId))
  const signature = await readSignature(call.platform, call.host)
  if (!certificate || !signature) throw notFound()
  return {
    fileName: `certificate-${certificate.acceptedAt.toISOString().slice(0, 10)}.pdf`,
    contentType: 'application/pdf',
    stream: await drawCertificate(signature, certificate),
  }
}

async function findCertificate(tx: Tx, id: string): Promise<Certificate | null> {
  const { rows } = await tx.query<Row>(
    `select a.id, d.title, d.version, d.language, a.user_name, a.user_email, a.company_name, a.accepted_at, a.address,
       a.user_agent, a.host, a.location_menu, a.terms, a.text_hash
     from acceptance a join document d on d.id = a.document_id where a.id = $1`,
    [id],
  )
  const row = rows[0]
  return row ? presentCertificate(row) : null
}

const presentCertificate = (row: Row): Certificate => ({
  id: row.id,
  title: row.title,
  version: row.version,
  language: row.language,
  userName: row.user_name,
  userEmail: row.user_email,
  companyName: row.company_name,
  acceptedAt: row.accepted_at,
  address: row.address,
  userAgent: row.user_agent,
  host: row.host,
  locationMenu: row.location_menu,
  terms: row.terms,
  textHash: row.text_hash,
})
