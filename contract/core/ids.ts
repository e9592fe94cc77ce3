import { z } from 'zod'
import { sentences } from './sentences.ts'

/** Ids are UUIDs (version 7 where we make them), lower case on the wire. Opaque to every client. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, sentences.id)
  .meta({ format: 'uuid' })

/** A path segment that names an id or means every one of them (OQ-38). */
export const idOrAll = z.union([z.literal('all'), id])

/**
 * The id that a caller gives an operation which moves money, and that its charge or refund then has. Of any version but 8, by which
 * we make ids that follow from what they are for: next month's invoice would find its own taken.
 */
export const operationId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-79a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/, sentences.id)
  .meta({ format: 'uuid' })
