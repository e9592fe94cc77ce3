import { unpaidProblem } from '#contract/guards/unpaid.ts'
import { accountNoticesOf } from '#contract/guards/notices.ts'
import type { AccessContext } from '#contract/guards/access-context.ts'
import { noticeWords, type Words } from '../frame/account-notices.ts'

/** Why a user cannot open any page, and what to do about it; null if they simply have no permissions. */
export function whatToDo(access: AccessContext): (Pick<Words, 'text'> & Partial<Words>) | null {
  const [notice] = accountNoticesOf(access, false)
  if (notice) return noticeWords[notice]
  const problem = unpaidProblem(access)
  return problem === null ? null : { text: problem as Words['text'] }
}
