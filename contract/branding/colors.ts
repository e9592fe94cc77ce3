import { z } from 'zod'
import { sentences } from '../core/sentences.ts'

/** `#rrggbb`, in lower case. */
export const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, sentences.color)

/** A color, or empty to derive it from the brand's color. */
export const colorOrNone = z.union([z.literal(''), color])

/** The colors of D1 §3.1 that a company can set besides its brand color. */
export const lookKeys = ['box_bgcolor', 'text_color', 'link_color', 'template_bgcolor', 'sidebar_bgcolor'] as const
export type LookKey = (typeof lookKeys)[number]
/** Null means derived from the brand's color and the theme. */
export type Looks = Readonly<Record<LookKey, string | null>>
