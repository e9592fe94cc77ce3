import type { DocumentName } from '#contract/agreements/document-names.ts'

const developers: DocumentName = 'marketing-services-agreement-developer'

/**
 * SQL: whether an acceptance of a document still counts. R123: an acceptance of the developers' agreement from before
 * the company's developer mode was last turned on does not.
 */
export const countsForDeveloperMode = (acceptance: string, document: string): string =>
  `(${document}.name <> '${developers}' or ${acceptance}.accepted_at >=
    coalesce((select api_mode_since from company where company.id = ${acceptance}.company_id), '-infinity'))`

/** SQL: whether the company of that alias has accepted the newest developers' agreement (R113). */
export const hasAcceptedForDevelopers = (company: string): string =>
  `exists (select from acceptance join document on document.id = acceptance.document_id
    where acceptance.company_id = ${company}.id and document.name = '${developers}'
      and ${countsForDeveloperMode('acceptance', 'document')}
      and document.version >= (select max(version) from document newest
        where newest.name = '${developers}' and newest.language = 'en'))`
