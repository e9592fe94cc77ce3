import type { DocumentName } from '#contract/agreements/document-names.ts'
import type { FeatureId } from '#contract/agreements/acceptances.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { countsForDeveloperMode } from './developer-agreement.ts'

/** Which agreement: a company's for a document, or a person's for a feature. */
export type Subject = { key: string } & (
  | { companyId: string; documentName: DocumentName }
  | { userId: string; featureId: FeatureId }
)

export const ofCompany = (companyId: string, documentName: DocumentName): Subject => ({
  key: `${companyId} ${documentName}`,
  companyId,
  documentName,
})

export const ofPerson = (userId: string, featureId: FeatureId): Subject => ({
  key: `${userId} ${featureId}`,
  userId,
  featureId,
})

export interface FoundAcceptance {
  id: string
  version: number
  acceptedAt: Date
}

/** The acceptance of the highest version, or null. Limited to the scope. */
export async function findAcceptance(tx: Tx, subject: Subject): Promise<FoundAcceptance | null> {
  const isCompany = 'companyId' in subject
  const { rows } = await tx.query<{ id: string; version: number; accepted_at: Date }>(
    `select a.id, d.version, a.accepted_at from acceptance a join document d on d.id = a.document_id
     where ${isCompany ? `a.company_id = $1 and d.name = $2 and a.feature_id is null and ${countsForDeveloperMode('a', 'd')}` : 'a.user_id = $1 and a.feature_id = $2'}
     order by d.version desc, a.accepted_at limit 1`,
    isCompany ? [subject.companyId, subject.documentName] : [subject.userId, subject.featureId],
  )
  const row = rows[0]
  return row ? { id: row.id, version: row.version, acceptedAt: row.accepted_at } : null
}
