import { unpaidProblem } from '#contract/guards/unpaid.ts'
import { accountNoticesOf } from '#contract/guards/notices.ts'
import type { AccessContext } from '#contract/guards/access-context.ts'
import { noticeWords, type Words } from '../frame/account-notices.ts'

/** What keeps somebody from every page and what they can do about it; null where nothing was given to them at all. */
export function whatToDo(standing: AccessContext): (Pick<Words, 'text'> & Partial<Words>) | null {
  const [notice] = accountNoticesOf(standing, false)
  if (notice) return noticeWords[notice]
  const problem = unpaidProblem(standing)
  return problem === null ? null : { text: problem as Words['text'] }
}
