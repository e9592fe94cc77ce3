import { z } from 'zod'

/** A key of an app that the operator has at a service; a service that needs one is offered once it is set. */
export const appKey = z.string().min(1).max(500).optional()
