/** The public document pages, each at its own path (R019, R020). A separate file, so that it loads no schemas. */
export const publicDocuments = [
  'privacy-policy',
  'term-of-use',
  'service-billing-agreement',
  'marketing-services-agreement-developer',
] as const

export const documentNames = [...publicDocuments, 'marketing-services-agreement', 'feature-b2b-module'] as const
export type DocumentName = (typeof documentNames)[number]

/** The only page that may be framed, and only by our own pages (R020). */
export const framedDocument = '/marketing-services-agreement-developer'
