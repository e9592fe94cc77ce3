import { mayDevelop } from '#contract/guards/menus.ts'
import { unpaidProblem } from '#contract/guards/unpaid.ts'
import { hasAcceptedDeveloperAgreement } from './marketing-agreement.ts'
import { Failure, accessDenied } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'

/** What the Developer menu item requires (R113, R115). Throws `conflict`, or `forbidden` if the agency does not pay. */
export async function requireDeveloper(call: SignedInCall): Promise<void> {
  const { rights } = call.caller
  if (!rights || !mayDevelop(rights)) {
    throw new Failure('conflict', { message: 'The developer API isn’t turned on for your company.' })
  }
  const problem = unpaidProblem(rights)
  if (problem) throw accessDenied(problem)
  if (!(await hasAcceptedDeveloperAgreement(call))) {
    throw new Failure('conflict', { message: 'Accept the agreement for developers first.' })
  }
}
