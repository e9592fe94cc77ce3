import { z } from 'zod'

/** A status of a lead, as software knows it: its name can change. The agency's pipeline says which ones there are. */
export const leadStatusKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
