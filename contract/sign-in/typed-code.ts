import { z } from 'zod'
import { withoutInvisible } from '../core/invisible.ts'
import { plainDigits } from '../core/plain-digits.ts'

/** A code as typed or pasted, in digits of any script; six digits lose what people put between them. */
function plainCode(typed: string): string {
  const text = plainDigits(withoutInvisible(typed).normalize('NFKC')).trim()
  const digits = text.replace(/[\s.\p{Pd}]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : text
}

/** Six digits, or a recovery code. */
export const typedCode = z.string().max(64).overwrite(plainCode).min(1).max(32)
