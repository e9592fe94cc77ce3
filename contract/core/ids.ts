import { z } from 'zod'
import { sentences } from './sentences.ts'

/** Ids are UUIDs (version 7 if we generate them), lower case on the wire, opaque to clients. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, sentences.id)
  .meta({ format: 'uuid' })

/** A path segment that is an id, or `all` for all of them (OQ-38). */
export const idOrAll = z.union([z.literal('all'), id])

/**
 * A caller's id for an operation that moves money, which becomes the id of its charge or refund. Any version but 8: we
 * derive those ids from their purpose, so a caller could otherwise take the id of next month's invoice.
 */
export const operationId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-79a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, sentences.id)
  .meta({ format: 'uuid' })
