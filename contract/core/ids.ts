import { z } from 'zod'
import { sentences } from './sentences.ts'

/** Ids are UUIDs (version 7 where we make them), lower case on the wire. Opaque to every client. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, sentences.id)
  .meta({ format: 'uuid' })

/** A path segment that names an id or means every one of them (OQ-38). */
export const idOrAll = z.union([z.literal('all'), id])
