/** The part of an OpenAPI operation that these pages read. */
export type ApiOperation = { operationId: string }

type ApiDocument = { paths: Record<string, Record<string, ApiOperation>> }

/** The operations of the API's own document, in its order. */
export const operationsIn = (document: Record<string, unknown>): ApiOperation[] =>
  Object.values((document as ApiDocument).paths).flatMap((methods) => Object.values(methods))
