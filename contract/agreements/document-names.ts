/** The public document pages, each at an address of its own name (R019, R020). Apart, so that they load no schemas. */
export const publicDocuments = [
  'privacy-policy',
  'term-of-use',
  'service-billing-agreement',
  'marketing-services-agreement-developer',
] as const

export const documentNames = [...publicDocuments, 'marketing-services-agreement', 'feature-b2b-module'] as const
export type DocumentName = (typeof documentNames)[number]

/** The one page that may stand in a frame, and only in one of our own (R020). */
export const framedDocument = '/marketing-services-agreement-developer'
