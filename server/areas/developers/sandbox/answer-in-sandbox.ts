import { accessDenied } from '#server/platform/failure.ts'
import type { AccessHooks } from '#server/platform/http/route.ts'
import { sandboxAnswers, type SandboxInput } from './answers.ts'

/** The sandbox's response to a test key's call (decision 82). Throws `forbidden` for calls that only real data has. */
export const answerInSandbox: AccessHooks['answerInSandbox'] = async (operation, input, call) => {
  const answer = sandboxAnswers[operation.name]
  if (!answer) throw accessDenied('Test keys see the sandbox only. Use another key for this call.')
  return answer(input as unknown as SandboxInput, call)
}
