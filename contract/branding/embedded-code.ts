import { z } from 'zod'
import { open } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { flag, instant } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'

/** Where an agency's own code is placed in its frame (D1 §3.6, R158). */
export const embedPlaces = ['head', 'body', 'footer'] as const

/** Longest code that is stored, in characters. */
export const longestCode = 20_000
/** Maximum height of the frame on the page; at 0 it is invisible but still runs. */
export const tallestFrame_px = 400

export const embeddedCodeFields = {
  placeEmbedded: z.enum(embedPlaces),
  /** HTML; empty switches it off. */
  embeddedcode: z.string().max(longestCode),
  height: z.int().min(0).max(tallestFrame_px),
}

export const embeddedCodeSetting = z.object({
  settingname: z.literal('rootAgencyEmbeddedCode'),
  ...embeddedCodeFields,
  version: z.int(),
  written_by: z.string(),
  written_at: instant.nullable(),
  /** The root has disabled it for this agency. */
  forbidden: flag,
  /** URL of the frame that runs it for this caller on this host; null where it must not run (OQ-62). */
  frame: z.string().nullable(),
})

export const showEmbeddedCode = operation({
  id: 'own',
  name: 'showEmbeddedCode',
  area: 'branding',
  method: 'GET',
  path: '/embedded-code/{ticket}',
  summary:
    'Serves the page of the sandboxed frame in which an agency’s own code runs: for one minute, on its own host only.',
  params: z.strictObject({
    ticket: z
      .string()
      .max(600)
      .regex(/^[A-Za-z0-9._-]+$/, sentences.token),
  }),
  answer: z.string(),
  transport: 'page',
  // Access was checked when the ticket was issued; a frame request carries no session.
  access: open,
  limits: [{ count: 120, perSeconds: 60, by: 'address' }],
})
